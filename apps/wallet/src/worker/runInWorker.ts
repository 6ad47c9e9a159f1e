import { type CallPort, callPort } from './callPort.ts'
import type { WorkerPolicy } from './createWorkerPolicy.ts'
import { loadWorker } from './loadWorker.ts'

/** Runs something with the calls of a worker at hand; what they ran in is gone afterwards. */
export type RunCalls<Calls> = <T>(use: (calls: Calls) => Promise<T>) => Promise<T>

/**
 * Makes {@link RunCalls} for a worker that has secrets: a worker of its own, so that what passes between the two is never in the page's
 * thread. It is started when something needs it and ended when nothing does any more, and its memory with it.
 *
 * @param options.asset the script, by its hash
 * @param options.names every function that it has
 * @param options.policy the starting worker's own; there is one
 */
export function runInWorker<Calls extends Record<string, (...parameters: never[]) => Promise<unknown>>>({
  scope,
  asset,
  names,
  policy,
}: {
  scope: { location: { origin: string } }
  asset: { url: string; integrity: string }
  names: readonly (keyof Calls & string)[]
  policy: WorkerPolicy
}): RunCalls<Calls> {
  // A worker that was started from a blob has no address that a path could be relative to.
  const absolute = { ...asset, url: new URL(asset.url, scope.location.origin).href }
  const start = async () => {
    const worker = await loadWorker({ asset: absolute, policy })
    const { calls } = callPort<Calls>({ port: worker as unknown as CallPort, names })
    return { calls, end: () => worker.terminate() }
  }
  let running: ReturnType<typeof start> | undefined
  let users = 0
  return async (use) => {
    users++
    running ??= start()
    const own = running
    try {
      return await use((await own).calls)
    } finally {
      users--
      if (users === 0 && running === own) {
        running = undefined
        void own.then(({ end }) => end()).catch(() => {})
      }
    }
  }
}
