// Queues of facts in IndexedDB, one record a match. A change is one transaction, so that tabs never see half of one.
const DATABASE = "brade-outbox";
const LAYOUT = 1;
const QUEUES = "queues";

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** The store of this browser. Rejects where the browser keeps nothing, as some do in private windows. */
export async function openStore() {
  const opening = indexedDB.open(DATABASE, LAYOUT);
  opening.onupgradeneeded = () => opening.result.createObjectStore(QUEUES, { keyPath: "match_id" });
  const database = await settled(opening);
  database.onversionchange = () => database.close(); // a newer page has another layout: it need not wait for this one
  navigator.storage?.persist?.().catch(() => {}); // asked for, so that a full phone does not make room here

  return {
    /** The queue of a match, or `undefined`. */
    read: (match_id) => settled(database.transaction(QUEUES).objectStore(QUEUES).get(match_id)),

    /** The queues of all matches. */
    all: () => settled(database.transaction(QUEUES).objectStore(QUEUES).getAll()),

    /**
     * Replace the queue of a match by `change(queue)`, and resolve with it once it is on the disk.
     *
     * `queue` is `undefined` for a match without one. Where `change` returns the same queue nothing is written.
     */
    change: (match_id, change) => new Promise((resolve, reject) => {
      const transaction = database.transaction(QUEUES, "readwrite", { durability: "strict" });
      const queues = transaction.objectStore(QUEUES);
      let after;
      queues.get(match_id).onsuccess = ({ target }) => {
        try {
          after = change(target.result);
          if (after !== target.result) queues.put(after);
        } catch (wrong) {
          transaction.abort();
          reject(wrong);
        }
      };
      transaction.oncomplete = () => resolve(after);
      transaction.onabort = () => reject(transaction.error);
    }),

    close: () => database.close(),
  };
}
