import { choosePorts } from './choosePorts.mjs'

/** How often it is tried to find ports that stay free. */
const attempts = 3

/**
 * Starts parts on free ports. If another process takes a port between its release and the part's start, it starts again on other ports.
 *
 * @param {{
 *   start: (chosen: Awaited<ReturnType<typeof choosePorts>>) => Promise<T>,
 *   stop: () => Promise<void>,
 *   choose?: typeof choosePorts,
 * }} options `start` fails with `isPortTaken` if a part could not listen; `stop` ends the parts that run by then
 * @returns {Promise<T & { ports: Record<string, number>, wanted: Record<string, { name: string, port: number }> }>}
 * @template T
 */
export async function startOnFreePorts({ start, stop, choose = choosePorts }) {
  for (let attempt = 1; ; attempt++) {
    const chosen = await choose()
    try {
      return { ...(await start(chosen)), ports: chosen.ports, wanted: chosen.wanted }
    } catch (error) {
      if (!error.isPortTaken || attempt === attempts) throw error
      await stop()
    } finally {
      await chosen.release(Object.keys(chosen.ports))
    }
  }
}
