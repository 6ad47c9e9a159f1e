import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { startIdentityProvider } from '@latchkey/devnet/identity'
import { sql } from 'drizzle-orm'
import { createAccounts } from '../../../server/src/accounts/createAccounts.ts'
import { mailContext } from '../../../server/src/mail/createMailer.ts'
import type { MailTemplate } from '../../../server/src/mail/Mailer.ts'
import { emailOutbox } from '../../../server/src/mail/schema.ts'
import { createSealer } from '../../../server/src/platform/crypto/createSealer.ts'
import { createRpcService } from '../../../server/src/rpc/createRpcService.ts'
import { createTestContext } from '../../../server/src/testing/createTestContext.ts'
import { writeTestBuild } from '../../../server/src/testing/writeTestBuild.ts'
import { createWalletApp } from '../../../server/src/walletOrigin/createWalletApp.ts'
import { createWalletServices } from '../../../server/src/walletOrigin/createWalletServices.ts'
import { readWalletBuild } from '../../../server/src/walletOrigin/readWalletBuild.ts'
import { createTestClock } from '../../../wallet/src/testing/createTestClock.ts'
import { testProjectId } from '../../../wallet/src/testing/createTestFrame.ts'

/** The wallet's own origin. */
export const walletOrigin = 'https://wallet.example'
/** The allowed site that holds the frame. */
export const hostOrigin = 'https://app.example'

/** An email as its receiver reads it. */
export type Mail = { id: string; to: string; template: MailTemplate; contents: Record<string, string | number> }

/** A request as the server receives it. */
export type ServerRequest = { method: string; path: string; body: Record<string, unknown> | undefined }

/** Changes the effect of a request, to disable defenses and check that the suite notices. */
export type Tamper = (request: ServerRequest, next: () => Promise<Response>, world: World) => Promise<Response>

/** The real server with access to its clock, emails and rows. */
export type World = Awaited<ReturnType<typeof startWorld>>

/**
 * Starts the real server of the wallet's origin in this process, with its own database and a local identity provider. Only the
 * provider listens on a socket.
 *
 * @param options.tamper disables a defense; default: the unchanged server
 */
export async function startWorld({ tamper }: { tamper?: Tamper } = {}) {
  const clock = createTestClock()
  const build = writeTestBuild()
  const identity = await startIdentityProvider({ walletOrigin })
  const context = await createTestContext({
    clock,
    config: {
      http: { trustProxy: true },
      limits: { readPerMinute: 1_000_000 },
      wallet: { publicUrl: walletOrigin, folder: build.folder, keyFile: '/nonexistent' },
      mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
      social: { github: identity.social.github },
      projects: [{ id: testProjectId, name: 'Test', origins: [hostOrigin] }],
    },
  })
  const sealer = createSealer({ keys: [new Uint8Array(randomBytes(32))] })
  const services = await createWalletServices({ context, sealer })
  const rpc = createRpcService({ context })
  const accounts = await createAccounts(context, { rpc })
  const app = await createWalletApp({
    context,
    wallet: { publicUrl: walletOrigin },
    build: await readWalletBuild(build),
    services,
    rpc,
    accounts,
    smartAccounts: undefined,
    version: '0.0.0',
  })
  const { database } = context

  const open = async (row: { id: string; template: string; sealed: Uint8Array; kekId: string }): Promise<Mail> => {
    const plain = await sealer.open({ sealed: { box: row.sealed, kekId: row.kekId }, context: mailContext(row) })
    const { to, contents } = JSON.parse(Buffer.from(plain).toString()) as Pick<Mail, 'to' | 'contents'>
    return { id: row.id, to, template: row.template as MailTemplate, contents }
  }
  const opened = new Map<string, Mail>()

  const world = {
    clock,
    context,
    services,
    sealer,
    identity,
    /** Sends a request to the server as the network would. */
    request: async (url: string, init: RequestInit & { ip: string }): Promise<Response> => {
      const { ip, ...rest } = init
      const headers = new Headers(rest.headers)
      headers.set('x-forwarded-for', ip)
      const send = async () => app.request(url, { ...rest, headers })
      if (!tamper) return send()
      const body = typeof rest.body === 'string' ? JSON.parse(rest.body) : undefined
      const request = { method: rest.method ?? 'GET', path: new URL(url).pathname, body }
      return tamper(request, send, world)
    },
    /** Emails to an address in the outbox, in the order of their creation. */
    mailsTo: async (address: string): Promise<Mail[]> => {
      const rows = await database.select().from(emailOutbox).orderBy(emailOutbox.dueAt)
      for (const row of rows) if (!opened.has(row.id)) opened.set(row.id, await open(row))
      return rows.flatMap(({ id }) => {
        const mail = opened.get(id)
        return mail?.to.toLowerCase() === address.toLowerCase() ? [mail] : []
      })
    },
    /** Removes the state that one run leaves to the next: emails, open attempts, and counters unless they continue. */
    tidy: async ({ keepCounters = false } = {}) => {
      opened.clear()
      const tables = ['email_outbox', 'auth_attempts', 'social_attempts', 'passkey_challenges', 'handovers']
      const all = keepCounters ? tables : [...tables, 'auth_counters']
      // One statement, because each round trip costs time.
      const deletions = all.map(
        (table) => sql`${sql.identifier(`d_${table}`)} as (delete from ${sql.identifier(table)})`,
      )
      await database.execute(sql`with ${sql.join(deletions, sql`, `)} select 1`)
    },
    /** Removes foreign access to an account: logins, and devices without a share. */
    expel: async ({ userId, deviceIds }: { userId: string; deviceIds: readonly string[] }) => {
      const own = sql.join(
        deviceIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )
      await database.execute(sql`with d_sessions as (delete from sessions where user_id = ${userId} and device_id not in (${own}))
        delete from devices where user_id = ${userId} and id not in (${own})`)
    },
    /** Returns the IDs of a wallet's factors. */
    factorsOf: async (walletId: string): Promise<string[]> => {
      const { rows } = (await database.execute(
        sql`select id from recovery_factors where wallet_id = ${walletId}`,
      )) as unknown as { rows: { id: string }[] }
      return rows.map(({ id }) => id)
    },
    stop: async () => {
      await identity.stop()
      await context.stop()
      rmSync(build.folder, { recursive: true, force: true })
    },
  }
  return world
}
