import type { RelayPeer } from './RelayPeer.ts'

/** Writes frames to sockets. */
export type Outlet = { send: (peer: RelayPeer, text: string) => void }

const asText = { binary: false }

/** Creates the outlet. What one turn of the event loop has for a socket leaves in one write: writes are what costs most. */
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
      // As bytes: a write of texts would set aside three times their memory.
      socket.send(Buffer.from(text), asText)
    },
  }
}
