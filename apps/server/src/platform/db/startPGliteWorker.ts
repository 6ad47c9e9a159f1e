import { Worker } from 'node:worker_threads'

/** Interface of the PGlite thread for the main thread. */
export type PGliteWorker = {
  /** Sends frontend messages of the wire protocol. `onData` receives the backend's bytes as they arrive. */
  exchange: (bytes: Uint8Array, onData: (chunk: Uint8Array) => void) => Promise<void>
  /** Writes the whole database as an archive, from which others can start. */
  dump: (path: string) => Promise<void>
  close: () => Promise<void>
}

type Reply =
  | { ready: boolean; error?: string }
  | { id: number; chunk: Uint8Array }
  | { id: number; done: true; error?: string }

type Request = { kind: 'protocol'; bytes: Uint8Array } | { kind: 'dump'; path: string } | { kind: 'close' }

type Pending = { onData: (chunk: Uint8Array) => void; resolve: () => void; reject: (error: Error) => void }

/**
 * Starts the embedded database in a worker thread.
 *
 * @param options.folder folder of its files; default: in memory
 * @param options.template an archive of `dump` to restore
 * @param options.onLost called when the thread ends unexpectedly after its start; every later call is rejected
 * @throws Error if the engine does not start (a folder written by another engine version, a full disk)
 */
export async function startPGliteWorker({
  folder,
  template,
  onLost = () => {},
}: {
  folder?: string | undefined
  template?: string | undefined
  onLost?: ((error: Error) => void) | undefined
}): Promise<PGliteWorker> {
  const worker = new Worker(new URL('./pglite.worker.mjs', import.meta.url), {
    workerData: { ...(folder ? { folder } : {}), ...(template ? { template } : {}) },
    // No loader and no conditions of the parent, because the worker is plain JavaScript.
    execArgv: [],
  })
  const pending = new Map<number, Pending>()
  let nextId = 1
  let dead: Error | undefined
  let started = false

  const die = (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const error = new Error(`The embedded database failed: ${reason}`, { cause })
    const isNews = dead === undefined
    dead ??= error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    if (isNews && started) onLost(error)
    return error
  }

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: Reply) => {
      if ('ready' in reply) {
        if (reply.ready) resolve()
        else reject(new Error(`The embedded database does not start: ${reply.error}`))
        return
      }
      const entry = pending.get(reply.id)
      if (!entry) return
      if ('chunk' in reply) {
        entry.onData(reply.chunk)
        return
      }
      pending.delete(reply.id)
      if (reply.error === undefined) entry.resolve()
      else entry.reject(new Error(reply.error))
    })
    worker.on('error', (error) => reject(die(error)))
    worker.on('exit', (code) => reject(die(`Its thread ended with code ${code}`)))
  }).catch(async (error) => {
    await worker.terminate()
    throw error
  })
  started = true

  const ask = (request: Request, onData: (chunk: Uint8Array) => void = () => {}) =>
    new Promise<void>((resolve, reject) => {
      if (dead) {
        reject(dead)
        return
      }
      const id = nextId++
      pending.set(id, { onData, resolve, reject })
      worker.postMessage({ id, ...request })
    })

  let closed: Promise<void> | undefined
  return {
    exchange: (bytes, onData) => ask({ kind: 'protocol', bytes }, onData),
    dump: (path) => ask({ kind: 'dump', path }),
    close: () => {
      closed ??= ask({ kind: 'close' })
        .catch(() => {})
        .then(async () => {
          dead ??= new Error('The embedded database is closed')
          await worker.terminate()
        })
      return closed
    },
  }
}
