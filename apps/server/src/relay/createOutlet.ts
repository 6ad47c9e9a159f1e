import type { RelayPeer } from './RelayPeer.ts'

/** Writes frames to sockets. */
export type Outlet = { send: (peer: RelayPeer, text: string) => void }

const asText = { binary: false }

/**
 * Creates the outlet. All frames for a socket in one turn of the event loop go into one write, because writes are the most expensive
 * operation.
 */
export function createOutlet(): Outlet {
  let held: RelayPeer['connection'][] = []

  const release = () => {
    const full = held
    held = []
    for (const connection of full) connection.uncork()
  }

  return {
    send: ({ socket, connection }, text) => {
      if (connection.writableCorked === 0) {
        connection.cork()
        if (held.push(connection) === 1) setImmediate(release)
      }
      // Send bytes, because a write of texts would allocate three times their memory.
      socket.send(Buffer.from(text), asText)
    },
  }
}
