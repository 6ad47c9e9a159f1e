import { randomUUID } from 'node:crypto'
import type { Factor } from '@latchkey/protocol/wallet'
import { desc, eq } from 'drizzle-orm'
import type { ProvenIdentity } from '../../auth/ProvenIdentity.ts'
import { sessions } from '../../auth/schema.ts'
import { linkLoginMethod } from '../../loginMethods/linkLoginMethod.ts'
import { mailContext } from '../../mail/createMailer.ts'
import type { MailTemplate } from '../../mail/Mailer.ts'
import { emailOutbox } from '../../mail/schema.ts'
import { createDeviceKey, createTestOrigin, type DeviceKey, type TestDevice } from '../../testing/createTestOrigin.ts'
import { createTestWallet } from '../../testing/createTestVault.ts'

/** The wallet's origin with an adjustable clock, its emails, and actions of wallet owners. */
export type LoginWorld = Awaited<ReturnType<typeof createLoginWorld>>

export async function createLoginWorld() {
  let now = Date.now()
  const origin = await createTestOrigin({ clock: { now: () => now } })

  const mailsTo = async (email: string) => {
    const { sealer } = origin.services.auth.parts
    const rows = await origin.context.database.select().from(emailOutbox).orderBy(emailOutbox.dueAt)
    const mails = await Promise.all(
      rows.map(async ({ id, template, sealed: box, kekId }) => {
        const plaintext = await sealer.open({ sealed: { box, kekId }, context: mailContext({ id, template }) })
        const { to, contents } = JSON.parse(Buffer.from(plaintext).toString())
        return { to: String(to), template: template as MailTemplate, contents: contents as Record<string, unknown> }
      }),
    )
    return mails.filter(({ to }) => to === email)
  }
  const newest = async (email: string, template: MailTemplate) => {
    const mail = (await mailsTo(email)).findLast((one) => one.template === template)
    if (!mail) throw new Error(`No mail ${template} came to ${email}`)
    return mail.contents
  }
  /** Logs in on a device, a second later, so that emails are ordered. */
  const signIn = async (options: {
    email?: string
    identity?: ProvenIdentity
    key?: DeviceKey
  }): Promise<TestDevice> => {
    now += 1000
    // Rotate the keys of access tokens first, if they are due.
    await origin.services.auth.proveHealth({ nonce: randomUUID() })
    return origin.signIn(options)
  }
  const ask = async (from: TestDevice, { email }: { email: string }) => {
    // Wait for the cooldown between two emails.
    now += 31_000
    const { status, json } = await from.call('POST', '/v1/wallet/new/ask')
    if (status !== 200) throw new Error(`It was not asked: ${json.code}`)
    return { askId: String(json.askId), otp: String((await newest(email, 'newWalletCode')).code) }
  }

  /** Creates the wallet of an account that has none. */
  const createWallet = async (device: TestDevice, { factors = [] }: { factors?: Factor[] } = {}) => {
    const wallet = await createTestWallet(device, { factors })
    const { status } = await device.call('POST', '/v1/wallet', wallet)
    if (status !== 200) throw new Error('There is no wallet')
    return wallet
  }

  return {
    origin,
    createWallet,
    now: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    mailsTo,
    tokenTo: async (email: string, template: MailTemplate) =>
      String((await newest(email, template)).undoUrl).split('#')[1] ?? '',
    signIn,
    ask,
    /** An owner with a wallet on one device. */
    start: async ({ factors = [] }: { factors?: Factor[] } = {}) => {
      const email = `${randomUUID()}@example.com`
      const key = await createDeviceKey()
      const owner = await signIn({ email, key })
      return { email, key, owner, wallet: await createWallet(owner, { factors }) }
    },
    /** Starts a new wallet from a login that cannot open the previous one. */
    startNew: async (stranded: TestDevice, { email }: { email: string }) => {
      const { status, json } = await stranded.call('POST', '/v1/wallet/new/start', await ask(stranded, { email }))
      if (status !== 200) throw new Error(`No new wallet was started: ${json.code}`)
      // Create it on a separate device, with a key of the test.
      const key = await createDeviceKey()
      const device = await signIn({ email, key })
      return { device, key, address: (await createWallet(device)).address }
    },
    /** Adds a provider login method to the account of a device. */
    link: async (device: TestDevice, identity: ProvenIdentity) => {
      const { database } = origin.context
      const { parts } = origin.services.auth
      const [row] = await database
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.deviceId, device.deviceId))
        .orderBy(desc(sessions.createdAt))
      const session = row && (await parts.sessions.readFresh(row.id))
      if (!session) throw new Error('There is no login')
      await database.transaction((tx) =>
        linkLoginMethod(parts, tx, { session: { ...session, language: 'en' }, identity }),
      )
    },
    /** Changes the address of an account with both codes. */
    changeEmail: async (from: TestDevice, { email, newEmail }: { email: string; newEmail: string }) => {
      now += 60_000
      const started = await from.call('POST', '/v1/auth/email/change/start', { email: newEmail })
      const { changeId } = started.json
      const old = String((await newest(email, 'emailChangeOldCode')).code)
      await from.call('POST', '/v1/auth/email/change/primary', { changeId, otp: old })
      const next = String((await newest(newEmail, 'emailChangeNewCode')).code)
      const done = await from.call('POST', '/v1/auth/email/change/secondary', { changeId, otp: next })
      if (done.status !== 200) throw new Error(`The address was not changed: ${done.json.code}`)
    },
  }
}
