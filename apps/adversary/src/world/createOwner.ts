import { randomUUID } from 'node:crypto'
import type { WalletUser } from '@latchkey/protocol'
import type { Factor } from '@latchkey/protocol/wallet'
import { english } from 'viem/accounts'
import { createPasskeyHolder, type PasskeyHolder } from './createPasskeyHolder.ts'
import { type Browser, openBrowser } from './openBrowser.ts'
import { readFingerprint } from './readFingerprint.ts'
import type { World } from './startWorld.ts'
import { visitPopup } from './visitPopup.ts'

/** Kind of an owner. */
export type Shape = {
  login: 'mail' | 'provider'
  factors: readonly Factor['kind'][]
  browsers: 1 | 2
}

/** A factor with its secret. */
export type OwnFactor = { id: string; kind: Factor['kind']; code?: string; password?: string }

/** An honest visitor with a wallet. */
export type Owner = {
  shape: Shape
  /** The mailbox; for an account with a provider the one that the provider knows. */
  email: string
  /** The owner's name at the provider. */
  person: string | null
  holder: PasskeyHolder
  browsers: Browser[]
  userId: string
  walletId: string
  address: string
  factors: OwnFactor[]
  mnemonic: string
  /** All secrets that no attacker may ever read, by name. */
  secrets: Record<string, string>
  /** Fingerprint of the account's rows at its creation. */
  fingerprint: string
  /** The owner's devices. */
  deviceIds: string[]
}

/** The password of every owner that has one. */
export const ownPassword = 'correct horse battery staple'

/** Creates an owner: a login, a wallet, its factors, and a second browser if the shape has one. Uses only the wallet's own pages. */
export async function createOwner({ world, shape }: { world: World; shape: Shape }): Promise<Owner> {
  const name = `owner-${randomUUID().slice(0, 13)}`
  const holder = createPasskeyHolder()
  const browser = openBrowser({ world, credentials: holder.credentials })
  const login = { email: `${name}@example.com`, person: shape.login === 'provider' ? name : null }
  const { user } = await logIn({ world, browser, ...login })
  if (!('address' in user)) throw new Error(`A new owner could not log in: ${JSON.stringify(user)}`)
  const factors: OwnFactor[] = []
  for (const kind of shape.factors) factors.push(await addFactor({ browser, kind }))
  const browsers = [browser]
  if (shape.browsers === 2 && factors[0]) {
    world.clock.advance(61_000)
    browsers.push(
      await recoverOn({ world, owner: { ...login, holder }, factor: factors[0] }).then(({ browser }) => browser),
    )
  }
  const worker = browser.worker()
  const { mnemonic } = await worker.exportMnemonic({ words: english.join('\n') })
  const keys = await Promise.all(
    (['eip155', 'solana', 'bip122'] as const).map(
      async (namespace) => [namespace, (await worker.exportPrivateKey({ namespace })).privateKey] as const,
    ),
  )
  browser.keyEvents.length = 0
  const records = await browser.device.store.all('wallets')
  const record = records.find(({ address }) => address === user.address)
  if (!record) throw new Error('The browser of a new owner keeps nothing')
  return {
    shape,
    ...login,
    holder,
    browsers,
    userId: record.userId,
    walletId: record.walletId,
    address: user.address,
    factors,
    mnemonic,
    secrets: Object.fromEntries([
      ['recovery phrase', mnemonic],
      ...keys.map(([namespace, key]) => [`${namespace} key`, key]),
      ...factors.flatMap(({ kind, code, password }) => [
        ...(code ? [[kind, code]] : []),
        ...(password ? [[kind, password]] : []),
      ]),
    ]),
    fingerprint: await readFingerprint({ world, userId: record.userId, walletId: record.walletId }),
    deviceIds: (
      await Promise.all(browsers.map(async ({ device }) => (await device.store.all('sessions'))[0]?.deviceId))
    ).flatMap((id) => (id ? [id] : [])),
  }
}

/** Answer of a login; `again` waits until the wallet is unlocked. */
export type LoggedIn = { user: WalletUser | { status: string }; again: () => Promise<unknown> }

/** The user of a login, and the browser. */
type Login = { world: World; browser: Browser; email: string; person: string | null }

/** Milliseconds after which a refused login may be repeated: the server's times, and a little more. */
const waits: Partial<Record<string, number>> = { login_ended: 25 * 3_600_000, email_cooldown: 31_000 }

/** Logs an owner in on a browser by hand. Waits and repeats if the server asks for it. */
export async function logIn(login: Login): Promise<LoggedIn> {
  try {
    return await tryLogIn(login)
  } catch (error) {
    const { failure } = error as { failure?: { code: string } }
    const wait = waits[failure?.code ?? '']
    if (wait === undefined) throw error
    login.world.clock.advance(wait)
    await login.world.tidy()
    return tryLogIn(login)
  }
}

async function tryLogIn({ world, browser, email, person }: Login): Promise<LoggedIn> {
  const tab = browser.tab()
  if (person !== null) {
    const { popupUrl, attemptId } = (await tab.ask('socialStart', { provider: 'github' })) as {
      popupUrl: string
      attemptId: string
    }
    const end = await visitPopup({ world, browser, popupUrl, person, clicks: true })
    if (end !== 'done') throw new Error(`The owner's own window ended: ${end}`)
    const again = () => tab.ask('connectSocial', { attemptId })
    return { user: (await again()) as WalletUser, again }
  }
  await tab.ask('connectEmail', { email })
  let isOver = false
  const answer = tab.ask('connectOtp').finally(() => {
    isOver = true
  })
  answer.catch(() => {})
  await tab.card('code')
  tab.frame.actions.submitCode(await readCode({ world, email, template: 'loginCode' }))
  const refusal = () => {
    const card = tab.frame.card.getState()
    return card?.kind === 'code' ? card.failure : null
  }
  await tab.until(() => isOver || refusal() !== null)
  const failure = refusal()
  if (failure !== null) {
    tab.frame.actions.cancel()
    throw Object.assign(new Error(`The owner cannot log in: ${failure.code}`), { failure })
  }
  return { user: (await answer) as WalletUser, again: () => tab.ask('connectOtp') }
}

/** Returns the code of the newest email of a kind. */
async function readCode({
  world,
  email,
  template,
}: {
  world: World
  email: string
  template: string
}): Promise<string> {
  const mail = (await world.mailsTo(email)).findLast((one) => one.template === template)
  if (!mail) throw new Error(`No mail ${template} came to ${email}`)
  return String(mail.contents.code)
}

/** Opens a wallet window from the security card. */
async function openSecurity(browser: Browser) {
  const tab = browser.tab()
  if (tab.frame.card.getState()?.kind !== 'security') {
    tab.begin('openSecurity')
    await tab.card('security')
  }
  tab.frame.actions.openWindow('security')
  const window = await browser.connect('security')
  if (!window) throw new Error('The security window was not answered')
  return window
}

async function addFactor({ browser, kind }: { browser: Browser; kind: Factor['kind'] }): Promise<OwnFactor> {
  const window = await openSecurity(browser)
  const before = new Set((await window.security()).factors.map(({ id }) => id))
  let secret: Pick<OwnFactor, 'code' | 'password'> = {}
  if (kind === 'passkey') await window.addPasskey({ label: 'Laptop' })
  if (kind === 'password') {
    secret = { password: ownPassword }
    await window.addPassword({ password: ownPassword })
  }
  if (kind === 'backupCode') {
    secret = await window.createBackupCode()
    await window.confirmBackupCode({ code: secret.code ?? '' })
  }
  const added = (await window.security()).factors.find(({ id }) => !before.has(id))
  if (!added) throw new Error(`The factor ${kind} is not there`)
  browser.tab().frame.actions.cancel()
  return { id: added.id, kind, ...secret }
}

/** Opens a new browser of the owner, logs in and recovers the wallet with a factor. */
export async function recoverOn({
  world,
  owner,
  factor,
}: {
  world: World
  owner: Pick<Owner, 'email' | 'person' | 'holder'>
  factor: OwnFactor
}): Promise<{ browser: Browser; address: string }> {
  const browser = openBrowser({ world, credentials: owner.holder.credentials })
  const { user, again } = await logIn({ world, browser, email: owner.email, person: owner.person })
  if ('address' in user) return { browser, address: user.address }
  const tab = browser.tab()
  const connected = again()
  connected.catch(() => {})
  await tab.card('recover')
  if (factor.kind === 'passkey') tab.frame.actions.recoverWithPasskey()
  else {
    tab.frame.actions.openWindow('recover')
    const window = await browser.connect('recover')
    if (!window) throw new Error('The recovery window was not answered')
    if (factor.kind === 'backupCode') await window.recoverWithBackupCode({ code: factor.code ?? '' })
    else await window.recoverWithPassword({ password: factor.password ?? '' })
  }
  await connected
  await tab.until(() => tab.frame.card.getState() === null || tab.frame.card.getState()?.kind !== 'recover')
  const { address } = (await tab.ask('getUser')) as WalletUser
  return { browser, address }
}
