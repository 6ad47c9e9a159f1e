import { Duplex } from 'node:stream'
import type { PGliteWorker } from './startPGliteWorker.ts'

const message = { query: 0x51, sync: 0x53, flush: 0x48, terminate: 0x58, copyDone: 0x63, copyFail: 0x66 } as const

/** AuthenticationOk, then ReadyForQuery (idle): the only messages that the driver needs before its first query. */
const greeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** `ROLLBACK` as a simple query: ends the open transaction of a dropped client. */
const rollback = Buffer.from([message.query, 0, 0, 0, 13, ...Buffer.from('rollback\0')])

/**
 * A socket for the `pg` driver whose other end is PGlite in its worker. The embedded database and PostgreSQL share one driver, so
 * parameters, result types and error fields cannot differ.
 *
 * PGlite has a single database connection, so only one stream can be in use at a time: a pool of one client.
 */
export class PGliteStream extends Duplex {
  readonly #worker: PGliteWorker
  #greeted = false
  #received: Buffer = Buffer.alloc(0)
  #status = 0x49

  constructor(worker: PGliteWorker) {
    super()
    this.#worker = worker
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Otherwise the open transaction of a dropped client would include the statements of the next client.
    if (this.#status === 0x49) done(error)
    else
      this.#worker
        .exchange(rollback, () => {})
        .then(
          () => done(error),
          () => done(error),
        )
  }

  /** Collects frontend messages, and passes them on at each point where the backend has to answer. */
  async #take(chunk: Buffer): Promise<void> {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (!this.#greeted) {
      // The startup message has no type byte: a length, then the parameters.
      if (this.#received.length < 4) return
      const length = this.#received.readUInt32BE(0)
      if (this.#received.length < length) return
      this.#received = this.#received.subarray(length)
      this.#greeted = true
      this.push(greeting)
    }
    let end = 0
    let ready = 0
    while (this.#received.length >= end + 5) {
      const type = this.#received[end]
      const next = end + 1 + this.#received.readUInt32BE(end + 1)
      if (this.#received.length < next) break
      if (type === message.terminate) {
        this.#received = Buffer.alloc(0)
        this.end()
        return
      }
      end = next
      if (type === message.sync || type === message.query || type === message.flush) ready = end
      if (type === message.copyDone || type === message.copyFail) ready = end
    }
    if (ready === 0) return
    // A copy, because the driver reuses its write buffer.
    const bytes = Uint8Array.from(this.#received.subarray(0, ready))
    this.#received = Buffer.from(this.#received.subarray(ready))
    await this.#worker.exchange(bytes, (data) => {
      const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      // An answer ends with ReadyForQuery, whose last byte is the transaction status.
      if (buffer.length >= 6 && buffer[buffer.length - 6] === 0x5a) this.#status = buffer[buffer.length - 1] ?? 0x49
      this.push(buffer)
    })
  }
}
