#!/bin/sh
# Makes one cluster of the servers that are named, and keeps it one: $1 of them become primaries, the others their replicas.
# An empty server that is started later becomes a replica, too. A server that came back at another address is introduced to
# the others again. Nothing is moved and nobody is promoted: the servers elect their primaries themselves.
#   join_cluster.sh 3 store-1 store-2 store-3 store-4 store-5 store-6        with FOREVER=1: again every five seconds
#   join_cluster.sh check store-1 store-2 …        succeeds if all slots have a primary
set -eu
primaries=$1
shift

at() { # server, command...
    host=$1
    shift
    timeout 5 valkey-cli -e -h "$host" "$@"
}
address() { getent hosts "$1" | awk 'NR == 1 { print $1 }'; }
known() { at "$1" cluster info | tr -d '\r' | sed -n "s/^$2://p"; }

introduce() { # everyone to everyone: addresses of servers that came back spread sooner than by gossip
    for one; do
        nodes=$(at "$one" cluster nodes)
        for other; do
            ip=$(address "$other")
            [ "$one" = "$other" ] || echo "$nodes" | grep -q " $ip:6379@.* connected" || at "$one" cluster meet "$ip" 6379
        done
    done
}

borders() { # equal parts of the slots: the shards of a new cluster fall evenly on them
    part=0
    while [ "$part" -lt "$primaries" ]; do
        echo "$((16384 * part / primaries))-$((16384 * (part + 1) / primaries - 1))"
        part=$((part + 1))
    done
}

shared() { # at one of these servers every slot is known to have an owner
    for one; do
        [ "$(known "$one" cluster_slots_assigned)" != 16384 ] || return 0
    done
    return 1
}

share() { # once: the first servers, which are empty, get their slots
    for border in $(borders); do
        at "$1" cluster addslotsrange "${border%-*}" "${border#*-}" || true # an interrupted run gave it out before
        shift
    done
}

follow() { # a server without slots follows the primary with the fewest replicas
    for one; do
        nodes=$(at "$one" cluster nodes)
        echo "$nodes" | awk '$3 ~ /myself,master/ && NF < 9 { found = 1 } END { exit !found }' || continue
        fewest=$(echo "$nodes" | awk '
            $3 ~ /master/ && $3 !~ /fail|handshake/ && NF >= 9 { of[$1] += 0 }
            $3 ~ /slave/ && $3 !~ /fail/ { of[$4]++; replica[$4] = 1 }
            END { for (id in of) print of[id], id }' | sort -n | awk 'NR == 1 { print $2 }')
        [ -z "$fewest" ] || at "$one" cluster replicate "$fewest"
    done
}

join() { # a cluster is made of all the servers; one that is away later keeps none of the others
    here=
    for one; do
        ! at "$one" ping >/dev/null 2>&1 || here="$here $one"
    done
    # shellcheck disable=SC2086 # names without spaces
    introduce $here
    count=0
    for one in $here; do count=$((count + 1)); done
    for one in $here; do [ "$(known "$one" cluster_known_nodes)" -ge "$count" ] || return 1; done
    # shellcheck disable=SC2086
    if ! shared $here; then
        [ "$count" = $# ] || return 1
        share "$@"
        shared "$@" || return 1
    fi
    # shellcheck disable=SC2086
    follow $here
}

if [ "$primaries" = check ]; then
    for one; do
        [ "$(known "$one" cluster_state)" != ok ] || exit 0
    done
    exit 1
fi

while :; do
    # Not in a condition: there `set -e` has no effect, and a round must end at its first failure.
    (set -e; join "$@") >/tmp/joined 2>&1 &
    wait $! && failed=0 || failed=$?
    [ "$failed" = 0 ] || tail -n 1 /tmp/joined
    [ -n "${FOREVER:-}" ] || [ "$failed" != 0 ] || exit 0
    sleep "$([ "$failed" = 0 ] && echo 5 || echo 1)"
done
