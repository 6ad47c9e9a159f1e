import { type CallPort, callPort } from './callPort.ts'
import type { WorkerPolicy } from './createWorkerPolicy.ts'
import { loadWorker } from './loadWorker.ts'

/** Runs a function with the calls of a worker, and ends the worker afterwards. */
export type RunCalls<Calls> = <T>(use: (calls: Calls) => Promise<T>) => Promise<T>

/**
 * Creates {@link RunCalls} for a worker with secrets. It is a nested worker, so that the messages between the two never pass the
 * page's thread. It starts on demand, and ends with its memory after the last use.
 *
 * @param options.asset the script, by its hash
 * @param options.names all of its functions
 * @param options.policy the starting worker's only policy
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
  // A worker started from a blob has no URL that a path could be relative to.
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
