// Dice that the service rolls: each player mixes them once, then a tap asks for the roll that is due. docs/play/dice.md
import { button, h, isolated, say } from "../dom.js";
import { isReady } from "../turn/readiness.js";

const SALT_BYTES = 12;
const PATIENCE = 15_000; // milliseconds
const MOMENT = 50;

const salt = () => Array.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** True if the service rolls the dice of this match. */
export const isRolling = ({ state: { service_dice: dice } }) => Boolean(dice) && !dice.seed && !dice.withdrawn;

/** True if the service rolls the dice that are due now. */
export const isDue = (shown) => isRolling(shown) && ["opening", "roll"].includes(shown.state.phase);

const unmixed = ({ match, state }) => match.seats.filter((seat) => !(seat in state.service_dice.salts));

/** The next thing to do, in one line. */
export function serviceInstruction(shown) {
  const { match, state } = shown;
  if (!state.service_dice.commitment) return say("dice_prepared");
  if (unmixed(shown).length) return say("dice_mix");
  return state.phase === "opening" ? say("dice_opening") : say("dice_turn", { who: match.names[state.to_move] });
}

/** The control in place of the pad: who has still to mix, then the roll. It rolls on once a turn is complete. */
export function serviceDice(shown) {
  const { match, state, draft, actions } = shown;
  if (!state.service_dice.commitment) return null;
  const seats = unmixed(shown);
  if (seats.length) {
    return h("div", { class: "acts two" }, seats.filter((seat) => seat === (shown.half ?? seat)).map((seat) => button(
      `mix-${seat}`, say("dice_mixes", { who: match.names[seat] }), () => actions.mix(seat))));
  }
  const isNext = isDue(shown) && !draft.turn;
  return button("roll", say("dice_roll"), actions.rollByService, {
    class: `roll${isNext ? " primary" : ""}`, disabled: draft.busy || !(isNext || isReady(shown)),
  });
}

/** The fact by which a player mixes the dice. */
export const mixed = (by) => ({ type: "DiceSalted", by, salt: salt() });

/**
 * Have the service roll at the version that the page shows; the roll, as it is recorded. All who ask at this version
 * get the same roll. Rejects with what to say.
 */
export async function rollByService(match, record) {
  for (let waited = 0; record.status.waiting; waited += MOMENT) { // entered facts come first
    if (waited > PATIENCE || record.status.reason === "network") throw new Error(say("dice_away"));
    await new Promise((go) => { setTimeout(go, MOMENT); });
  }
  const { version } = record.status;
  let answer;
  let body;
  try {
    answer = await fetch(`/v1/matches/${match.match_id}/rolls`, {
      method: "POST", signal: AbortSignal.timeout(PATIENCE), headers: {
        "Accept-Language": document.documentElement.lang, "Idempotency-Key": `roll-${match.match_id}-${version}`,
        "If-Match": `"v${version}"`, Prefer: "wait=5",
      },
    });
    body = await answer.json();
  } catch {
    throw new Error(say("dice_away"));
  }
  if (!answer.ok) throw new Error(body.detail);
  return body.events[0];
}

/** The dice of a roll, as they are told. */
export const told = (match, { type, by, dice, ...dies }) => (type === "DiceRolled"
  ? say("dice_rolled", { who: match.names[by], dice: dice.join("–") })
  : match.seats.map((seat) => `${isolated(match.names[seat])} ${dies[seat]}`).join(", "));
