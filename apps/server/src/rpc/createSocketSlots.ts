/** Limits the connections to nodes for callers' subscriptions. */
export type SocketSlots = {
  /** @returns a function that frees the slot; undefined if none is left, for this caller or in total */
  take: (caller: string) => (() => void) | undefined
}

/** Maximum of all callers together, because node providers end the connections of a server that has many. */
const usual = 1_000
/** Maximum per IP address. */
const usualPerCaller = 20

/** Creates the slots. */
export function createSocketSlots({ most = usual, mostPerCaller = usualPerCaller } = {}): SocketSlots {
  const taken = new Map<string, number>()
  let total = 0
  return {
    take: (caller) => {
      const own = taken.get(caller) ?? 0
      if (total >= most || own >= mostPerCaller) return undefined
      total += 1
      taken.set(caller, own + 1)
      let isBack = false
      return () => {
        if (isBack) return
        isBack = true
        total -= 1
        const left = (taken.get(caller) ?? 1) - 1
        if (left === 0) taken.delete(caller)
        else taken.set(caller, left)
      }
    },
  }
}
