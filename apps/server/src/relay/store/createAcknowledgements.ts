/** What a client has of a topic. */
export type Acknowledgement = { clientId: string; topic: string; messageIds: readonly string[] }

/** Messages of one call: Redis does nothing else meanwhile. */
const most = 64

/**
 * Creates what gathers the acknowledgements of one turn of the event loop. Most are of one message, for which a call of its own
 * costs more than what is done in it.
 *
 * @param options.send resolves when all of them are settled
 * @returns adds one to the others; resolves when it is settled
 */
export function createAcknowledgements({
  send,
}: {
  send: (acknowledgements: readonly Acknowledgement[]) => Promise<unknown>
}): (acknowledgement: Acknowledgement) => Promise<unknown> {
  let gathered: Acknowledgement[] = []
  let messages = 0
  let sent: Promise<unknown> = Promise.resolve()

  const begin = () => {
    const batch: Acknowledgement[] = []
    gathered = batch
    messages = 0
    sent = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (gathered === batch) gathered = []
      return send(batch)
    })
  }

  return (acknowledgement) => {
    if (gathered.length === 0 || messages >= most) begin()
    gathered.push(acknowledgement)
    messages += acknowledgement.messageIds.length
    return sent
  }
}
