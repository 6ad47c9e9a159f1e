import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryBus } from '../platform/bus/createMemoryBus.ts'
import type { Context } from '../platform/context.ts'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createShutdown } from '../platform/shutdown/createShutdown.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { startMailServer, type TestMailServer } from '../testing/startMailServer.ts'
import { until } from '../testing/until.ts'
import { announceMail } from './announceMail.ts'
import { createMailer } from './createMailer.ts'
import { createMailTransport, type MailTransport } from './createMailTransport.ts'
import { emailOutbox } from './schema.ts'
import { startMailWorker } from './startMailWorker.ts'

const sealer = createSealer({ keys: [new Uint8Array(32).fill(3)] })
const from = 'Example <no-reply@example.com>'
let context: TestContext
let server: TestMailServer
let now = Date.now()

beforeAll(async () => {
  context = await createTestContext({ clock: { now: () => now } })
  server = await startMailServer()
})
afterAll(async () => {
  await context.stop()
  await server.stop()
})
beforeEach(() => {
  server.mails.length = 0
  server.refuse(() => undefined)
})

/** Starts a separate process on the same database, which stops automatically. */
async function startProcess({ transport }: { transport?: Pick<MailTransport, 'send' | 'close'> } = {}) {
  const shutdown = createShutdown({ log: context.log })
  const bus = createMemoryBus()
  const own: Context = { ...context, bus, shutdown }
  await startMailWorker({
    context: own,
    sealer,
    transport: transport ?? createMailTransport({ config: { url: server.url, from } }),
  })
  return { bus, stop: () => shutdown.run('the test ended') }
}

const enqueue = (to: string, { code = '123456', ttl = 600 }: { code?: string; ttl?: number } = {}) =>
  context.database.transaction((tx) =>
    createMailer({ context, sealer }).enqueue(tx, {
      to,
      template: 'loginCode',
      contents: {
        code,
        app: 'Example token',
        hostOrigin: 'https://app.example.com',
        device: 'Chrome on macOS',
        minutes: 10,
      },
      language: 'de-AT',
      ttl,
    }),
  )

const rows = () => context.database.select().from(emailOutbox)

describe('the outbox', () => {
  test('default', async () => {
    const worker = await startProcess()
    await enqueue('Ada.Lovelace@example.com')
    await announceMail(worker.bus)
    await until(() => server.mails.length === 1)
    const [mail] = server.mails
    expect(mail?.from).toBe('no-reply@example.com')
    expect(mail?.to).toEqual(['Ada.Lovelace@example.com'])
    expect(mail?.parsed.subject).toBe('Dein Anmeldecode für Example token')
    expect(mail?.parsed.text).toContain('123456')
    expect(mail?.parsed.html).toContain('123456')
    const headers = Object.fromEntries((mail?.parsed.headers ?? []).map(({ key, value }) => [key, value]))
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['list-id']).toBe('<login.example.com>')
    expect(headers['content-language']).toBe('de')
    expect(mail?.parsed.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
    await until(async () => (await rows()).length === 0)
    await worker.stop()
  })

  test('behavior: threat 29: the table reveals neither receiver nor code', async () => {
    await enqueue('hidden@example.com', { code: '987654' })
    const [row] = await rows()
    const dump = `${JSON.stringify(row)}${Buffer.from(row?.sealed ?? []).toString('latin1')}`
    for (const secret of ['hidden', 'example.com', '987654']) expect(dump).not.toContain(secret)
    await context.database.delete(emailOutbox)
  })

  test('behavior: two processes send each mail once', async () => {
    const workers = [await startProcess(), await startProcess()]
    const receivers = Array.from({ length: 30 }, (_, index) => `many-${index}@example.com`)
    for (const to of receivers) await enqueue(to)
    for (const { bus } of workers) await announceMail(bus)
    await until(async () => (await rows()).length === 0)
    expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(receivers.sort())
    for (const { stop } of workers) await stop()
  })

  test('behavior: a temporary refusal is retried with growing pauses, and one Message-ID', async () => {
    const worker = await startProcess()
    const ids = new Set<string>()
    let tries = 0
    server.refuse(() => {
      tries += 1
      return tries < 3 ? { status: 451, words: 'not now, wait@example.com' } : undefined
    })
    await enqueue('wait@example.com')
    const pauses: number[] = []
    for (let round = 1; round <= 2; round++) {
      await announceMail(worker.bus)
      await until(async () => {
        const [row] = await rows()
        return tries === round && row?.leasedUntil === null
      })
      const [row] = await rows()
      if (row) ids.add(row.id)
      pauses.push((row?.dueAt.getTime() ?? 0) - now)
      // The server's text repeats the address, so it is not stored.
      expect(row?.lastError).toBe('EENVELOPE 451')
      // Not due yet, so it is not sent.
      await announceMail(worker.bus)
      now += pauses.at(-1) ?? 0
    }
    expect(pauses).toEqual([2_000, 4_000])
    await announceMail(worker.bus)
    await until(() => server.mails.length === 1)
    expect(server.mails[0]?.parsed.messageId).toBe(`<${[...ids][0]}@example.com>`)
    expect(ids.size).toBe(1)
    await until(async () => (await rows()).length === 0)
    await worker.stop()
  })

  test('behavior: a permanent refusal is not retried, and the email is deleted when it expires', async () => {
    const worker = await startProcess()
    server.refuse((to) => ({ status: 550, words: `${to} is unknown` }))
    await enqueue('nobody@example.com')
    await announceMail(worker.bus)
    await until(async () => (await rows())[0]?.failed === true)
    now += 601_000
    await announceMail(worker.bus)
    await until(async () => (await rows()).length === 0)
    expect(server.mails).toHaveLength(0)
    await worker.stop()
  })

  test('behavior: an expired code is not sent', async () => {
    await enqueue('late@example.com', { ttl: 60 })
    now += 61_000
    const worker = await startProcess()
    await until(async () => (await rows()).length === 0)
    expect(server.mails).toHaveLength(0)
    await worker.stop()
  })

  test('behavior: emails of a dead process return after its lease', async () => {
    let taken = 0
    const stuck = await startProcess({
      transport: {
        send: () => {
          taken += 1
          return new Promise(() => {})
        },
        close: () => {},
      },
    })
    await enqueue('lease@example.com')
    await announceMail(stuck.bus)
    await until(() => taken === 1)
    const other = await startProcess()
    await announceMail(other.bus)
    now += 60_001
    await until(() => server.mails.length === 1)
    expect(server.mails[0]?.to).toEqual(['lease@example.com'])
    await until(async () => (await rows()).length === 0)
    await other.stop()
  })

  test('behavior: the shutdown waits for emails that are being sent', async () => {
    let release = () => {}
    let isSending = false
    const order: string[] = []
    const worker = await startProcess({
      transport: {
        send: async () => {
          isSending = true
          await new Promise<void>((resolve) => {
            release = resolve
          })
          order.push('sent')
        },
        close: () => {
          order.push('closed')
        },
      },
    })
    await enqueue('last@example.com')
    await announceMail(worker.bus)
    await until(() => isSending)
    const stopping = worker.stop()
    release()
    await stopping
    expect(order).toEqual(['sent', 'closed'])
    expect(await rows()).toHaveLength(0)
  })

  test('behavior: a receiver is one address, for any text', async () => {
    const transport = createMailTransport({ config: { url: server.url, from } })
    const mail = { app: 'Example', subject: 'a\r\nBcc: evil@example.com', html: '<p>x</p>', text: 'x', language: 'en' }
    await transport.send({ id: 'one', to: 'a@example.com', mail })
    expect(server.mails.at(-1)?.to).toEqual(['a@example.com'])
    expect(server.mails.at(-1)?.raw).not.toMatch(/^Bcc:/m)
    await transport.send({ id: 'two', to: 'a@example.com, b@example.com', mail }).catch(() => {})
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@example.com')
    transport.close()
  })

  test('behavior: a plain address has the project’s name, the same brand in email and wallet', async () => {
    const mail = { app: 'Example token', subject: 'a', html: '<p>x</p>', text: 'x', language: 'en' }
    for (const [given, seen] of [
      ['no-reply@example.com', 'From: Example token <no-reply@example.com>'],
      [from, 'From: Example <no-reply@example.com>'],
    ] as const) {
      const transport = createMailTransport({ config: { url: server.url, from: given } })
      await transport.send({ id: given, to: 'a@example.com', mail })
      expect(server.mails.at(-1)?.raw).toContain(seen)
      transport.close()
    }
  })
})
