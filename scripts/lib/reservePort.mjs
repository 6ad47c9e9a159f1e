import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { takeProcessLock } from './processLock.mjs'

/** Releases of the ports of this process. */
const releases = []

/** `localhost` is both addresses: a listener on one of them would be reached or hidden by chance. */
const hosts = ['127.0.0.1', '::1']

/**
 * Returns the wanted port or the next one that is free, and that no other start of this user has chosen. This process listens on it from now
 * on, until `release` leaves it to the part that it was chosen for. Other starts of this user avoid it until this process ends.
 *
 * @param {number} wanted 0: any
 * @param {Set<number>} taken ports that this process chose already; the new one is added
 * @returns {Promise<{ port: number, release: () => Promise<void> }>}
 */
export async function reservePort(wanted, taken = new Set()) {
  for (let candidate = wanted; candidate < 65536; candidate++) {
    if (candidate !== 0 && taken.has(candidate)) continue
    const held = await listen(candidate)
    if (held === undefined) continue
    const { port, release } = held
    const lock = takeProcessLock(join(tmpdir(), `latchkey-ports-${userInfo().uid}`, `${port}.lock`))
    if (lock.heldBy !== undefined && lock.heldBy !== process.pid) {
      await release()
      // Any port: the system names another one.
      if (wanted === 0) candidate--
      continue
    }
    if (lock.release) keep(lock.release)
    taken.add(port)
    return held
  }
  throw new Error(`No port is free from ${wanted} on`)
}

/** Listens on both addresses of `localhost`; undefined if another process does. */
async function listen(wanted) {
  const servers = []
  const release = () => Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  let port = wanted
  for (const host of hosts) {
    const outcome = await listenOn({ port, host })
    if (outcome === 'absent') continue
    if (outcome === 'taken') {
      await release()
      return undefined
    }
    servers.push(outcome)
    port = outcome.address().port
  }
  return { port, release }
}

function listenOn({ port, host }) {
  return new Promise((resolve, reject) => {
    // Nothing answers here yet: a browser that asks too early is told so at once.
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve('taken')
      // A machine without IPv6.
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve('absent')
      else reject(error)
    })
    server.listen({ port, host, exclusive: true }, () => resolve(server.unref()))
  })
}

function keep(release) {
  if (releases.length === 0)
    process.on('exit', () => {
      for (const each of releases) each()
    })
  releases.push(release)
}
