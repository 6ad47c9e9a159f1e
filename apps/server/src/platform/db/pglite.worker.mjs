// @ts-check
// The embedded database in a separate thread: on the main thread a large query would block the event loop for a second. It is plain
// JavaScript, so that the thread starts without a loader under node, tsx and vitest. It speaks the PostgreSQL wire protocol in both
// directions. `PGliteStream` is the other end.
import { readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @type {{ folder?: string, template?: string }} */
const { folder, template } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/** @param {unknown} error */
const describe = (error) => (error instanceof Error ? error.message : String(error))

try {
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(template ? { loadDataDir: new Blob([await readFile(template)]) } : {}),
  })

  /** @param {{ id: number, kind: 'protocol', bytes: Uint8Array } | { id: number, kind: 'dump', path: string } | { id: number, kind: 'close' }} request */
  const answer = async (request) => {
    if (request.kind === 'close') return database.close()
    if (request.kind === 'dump') {
      const dump = await database.dumpDataDir('none')
      return writeFile(request.path, new Uint8Array(await dump.arrayBuffer()))
    }
    let answered = false
    try {
      await database.execProtocolRawStream(request.bytes, {
        onRawData: (chunk) => {
          answered = true
          // Copy the chunk, because it is a view of the engine's own memory.
          const copy = chunk.slice()
          port.postMessage({ id: request.id, chunk: copy }, [copy.buffer])
        },
      })
      // The engine swallows its own crashes and then sends no answer, although the protocol requires one.
      if (!answered) throw new Error('It did not answer a statement')
    } catch (error) {
      // A rejected statement is a normal answer. An exception comes from the engine itself, and this thread ends with it.
      setImmediate(() => {
        throw error
      })
      throw error
    }
  }

  // One request at a time, because PGlite has a single database connection.
  let queue = Promise.resolve()
  port.on('message', (request) => {
    queue = queue
      .then(() => answer(request))
      .then(
        () => port.postMessage({ id: request.id, done: true }),
        (error) => port.postMessage({ id: request.id, done: true, error: describe(error) }),
      )
  })
  port.postMessage({ ready: true })
} catch (error) {
  port.postMessage({ ready: false, error: describe(error) })
}
