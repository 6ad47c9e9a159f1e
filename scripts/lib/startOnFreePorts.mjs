import { choosePorts } from './choosePorts.mjs'

/** How often it is tried to find ports that stay free. */
const attempts = 3

/**
 * Starts parts on ports that nobody listens on, and anew on other ones where something else took a port in the moment between its release and
 * the part that it was chosen for.
 *
 * @param {{
 *   start: (chosen: Awaited<ReturnType<typeof choosePorts>>) => Promise<T>,
 *   stop: () => Promise<void>,
 *   choose?: typeof choosePorts,
 * }} options `start` fails with `isPortTaken` where a part could not listen; `stop` ends what runs by then
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
