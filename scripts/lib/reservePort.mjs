import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.mjs'
import { takeProcessLock } from './processLock.mjs'

/** What lets go of the ports of this process. */
const releases = []

/**
 * The wanted port, or the next one, that nobody listens on and no other start of this user has chosen: parts listen up to a minute after their
 * ports were chosen. It is this process's until it ends.
 *
 * @param {number} wanted
 * @param {Set<number>} taken ports that this process chose already; the new one is added
 * @returns {Promise<number>}
 */
export async function reservePort(wanted, taken = new Set()) {
  for (;;) {
    const port = await freePort(wanted, taken)
    const path = join(tmpdir(), `latchkey-ports-${userInfo().uid}`, `${port}.lock`)
    const lock = takeProcessLock(path)
    if (lock.heldBy !== undefined && lock.heldBy !== process.pid) continue
    if (lock.release) hold(lock.release)
    return port
  }
}

function hold(release) {
  if (releases.length === 0)
    process.on('exit', () => {
      for (const each of releases) each()
    })
  releases.push(release)
}
