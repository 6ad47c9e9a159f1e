import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** A port in front of a part of the world, which tests can close without the cooperation of that part. */
export type Gate = {
  port: number
  /** Simulates a killed part: closes open connections and refuses new ones. */
  cut: () => Promise<void>
  /** Simulates a hanging part: accepts connections and never answers. */
  hold: () => Promise<void>
  /** Restores normal operation. Connections that were closed or held are not restored. */
  mend: () => Promise<void>
}

/** Opens a gate on loopback, by default on any free port. */
export async function openGate({ target, port: wanted = 0 }: { target: number; port?: number }): Promise<Gate> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = wanted
  let isHeld = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const open = async () => {
    if (server) return
    const opened = createServer({ allowHalfOpen: false }, (socket) => {
      keep(socket)
      if (isHeld) return
      const part = dial(target, '127.0.0.1')
      keep(part)
      socket.pipe(part).pipe(socket)
      socket.once('close', () => part.destroy())
      part.once('close', () => socket.destroy())
    })
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(port, '127.0.0.1', resolve))
    const address = opened.address()
    if (typeof address !== 'object' || !address) throw new Error('The gate has no port')
    port = address.port
    server = opened
  }
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  const cut = async () => {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = new Promise((resolve) => closing.close(resolve))
    breakOff()
    await closed
  }

  await open()
  return {
    port,
    cut,
    hold: async () => {
      isHeld = true
      await open()
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: async () => {
      if (isHeld) breakOff()
      isHeld = false
      await open()
    },
  }
}
