/** What one call takes at most, by weight: Redis does nothing else meanwhile. */
const most = 64

/**
 * Gathers what one turn of the event loop asks of Redis. For most steps a call of its own costs more than what is done in it.
 *
 * @param options.send does them in order, in one call; answers in the same order
 * @param options.weigh how much of a call one takes; what is heavier than a whole call goes alone or ends one
 * @returns adds one to the others; resolves with its answer
 */
export function createBatch<Item, Answer>({
  send,
  weigh,
}: {
  send: (items: readonly Item[]) => Promise<readonly Answer[]>
  weigh: (item: Item) => number
}): (item: Item) => Promise<Answer> {
  let gathered: Item[] = []
  let weight = 0
  let sent: Promise<readonly Answer[]> = Promise.resolve([])

  const begin = () => {
    const batch: Item[] = []
    gathered = batch
    weight = 0
    sent = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (gathered === batch) gathered = []
      return send(batch)
    })
  }

  return async (item) => {
    if (gathered.length === 0 || weight >= most) begin()
    const index = gathered.push(item) - 1
    weight += weigh(item)
    const answers = await sent
    return answers[index] as Answer
  }
}
