// @ts-check
// The embedded database, in a thread of its own: on the main thread a large query would stop the event loop for a second.
// Plain JavaScript, so that the thread starts without a loader under node, tsx and vitest alike. It speaks the PostgreSQL
// wire protocol in both directions; `PGliteStream` is the other end.
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
          // A copy, because the chunk is a window on the engine's own memory.
          const copy = chunk.slice()
          port.postMessage({ id: request.id, chunk: copy }, [copy.buffer])
        },
      })
      // The engine swallows its own crashes and then says nothing, where the protocol demands an answer.
      if (!answered) throw new Error('It gave no answer to a statement')
    } catch (error) {
      // A refused statement is an answer like any other; what is thrown is the engine itself, and this thread ends with it.
      setImmediate(() => {
        throw error
      })
      throw error
    }
  }

  // One request at a time: PGlite is one session.
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
