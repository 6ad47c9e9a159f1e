import { takeLoginBackByLink, undoEmailChange, undoRotationByLink } from '@latchkey/protocol/wallet'
import { english } from 'viem/accounts'
import type { Scene } from '../attack/Move.ts'
import { createOwner, recoverOn } from '../world/createOwner.ts'
import { nextAddress, openBrowser } from '../world/openBrowser.ts'
import { openWallet } from '../world/openWallet.ts'
import { readFingerprint } from '../world/readFingerprint.ts'
import { walletOrigin } from '../world/startWorld.ts'

/** Results that an attacker must never reach. */
export type GainKind = 'key' | 'signature' | 'login' | 'recovery' | 'wallet' | 'factor' | 'denial'

/** A result that an attacker reached. */
export type Gain = { kind: GainKind; detail: string }

/** The judge's result, and whether the owner's account is unchanged. */
export type Verdict = { gains: Gain[]; isUntouched: boolean }

/** Judges the result of a run. It does not rely on the attacked code. */
export async function judgeRun(scene: Scene): Promise<Verdict> {
  const { world, owner, machine, rights } = scene
  const gains = [...findSecrets(scene), ...findSignatures(scene)]
  if (!rights.login && machine.userIds.has(owner.userId))
    gains.push({ kind: 'login', detail: 'a login of the owner on the attacker’s own key' })
  const isSame = (await readFingerprint({ world, ...owner })) === owner.fingerprint
  const isKept = await keepsShares(scene)
  if (!isSame) gains.push(...(await findFactors(scene)))
  if (!isSame || !isKept) gains.push(...(await findLosses(scene)))
  return { gains, isUntouched: isSame && isKept }
}

/** Finds secrets in all received data, and exports of the key worker. */
function findSecrets({ owner, knowledge, browser }: Scene): Gain[] {
  const gains: Gain[] = []
  const text = knowledge.text()
  for (const [name, secret] of Object.entries(owner.secrets))
    if (formsOf(secret).some((form) => text.includes(form))) gains.push({ kind: 'key', detail: `the owner’s ${name}` })
  for (const { call } of browser.keyEvents)
    if (call.startsWith('export')) gains.push({ kind: 'key', detail: `the key worker made ${call}` })
  return gains
}

function formsOf(secret: string): string[] {
  if (!/^0x[0-9a-f]{64,}$/i.test(secret)) return [secret]
  const bytes = Buffer.from(secret.slice(2), 'hex')
  return [secret.slice(2).toLowerCase(), bytes.toString('base64url'), bytes.toString('base64')]
}

/** Finds signatures that no one with the right to approve has approved. */
function findSignatures({ browser, allowed, ordered, asked, rights }: Scene): Gain[] {
  if (rights.signing) return []
  return browser.keyEvents.flatMap(({ call, options }): Gain[] => {
    if (!call.startsWith('sign')) return []
    if (call === 'signDigest' && allowed.has((options as { digest: string }).digest)) return []
    if (call === 'signTransaction') {
      const { to, value } = (options as { transaction: { to?: string | null; value?: bigint } }).transaction
      const index = ordered.findIndex((one) => one.to === to?.toLowerCase() && one.value === BigInt(value ?? 0))
      if (index >= 0) {
        ordered.splice(index, 1)
        return []
      }
    }
    const of = asked.map((payload) => write(payload)).join(' ')
    return [{ kind: 'signature', detail: `${call} ${write(options)}; asked for: ${of.slice(-1_500)}` }]
  })
}

function write(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
}

/** Finds factors in the account that are not the owner's and that no email reported. */
async function findFactors({ world, owner }: Scene): Promise<Gain[]> {
  const own = new Set(owner.factors.map(({ id }) => id))
  const planted = (await world.factorsOf(owner.walletId)).filter((id) => !own.has(id))
  const notices = (await world.mailsTo(owner.email)).filter(({ template }) => template === 'recoveryAdded')
  if (planted.length <= notices.length) return []
  return [{ kind: 'factor', detail: `${planted.length} factors were added, and ${notices.length} mails tell of it` }]
}

/** Whether the owner's browser still has its share of the wallet. */
async function keepsShares({ owner }: Scene): Promise<boolean> {
  for (const { device } of owner.browsers) {
    const records = await device.store.all('wallets')
    if (!records.some(({ walletId, current }) => walletId === owner.walletId && current !== null)) return false
  }
  return true
}

/**
 * Finds whether the owner lost the wallet: in the used browser, and in a new one with each factor. A browser may remove itself if an
 * email reports it and a factor unlocks the wallet again.
 */
async function findLosses({ world, owner }: Scene): Promise<Gain[]> {
  const gains: Gain[] = []
  const isToldOut = (await world.mailsTo(owner.email)).some(({ template }) => template === 'deviceRevoked')
  const words = english.join('\n')
  await undoByMail({ world, owner })
  for (const factor of owner.factors) {
    world.clock.advance(3_600_000)
    await world.tidy()
    try {
      const { browser, address } = await recoverOn({ world, owner, factor })
      const { mnemonic } = await browser.worker().exportMnemonic({ words })
      browser.close()
      if (address !== owner.address || mnemonic !== owner.mnemonic)
        gains.push({ kind: 'recovery', detail: `${factor.kind} opens another wallet: ${address}` })
    } catch (error) {
      gains.push({ kind: 'recovery', detail: `${factor.kind} opens nothing on a new device: ${describe(error)}` })
    }
  }
  for (const old of owner.browsers) {
    world.clock.advance(3_600_000)
    await world.tidy()
    old.close()
    const browser = openBrowser({ world, device: old.device, credentials: owner.holder.credentials })
    try {
      const address = await openWallet({ world, owner, browser })
      const mayRecover = isToldOut && owner.factors.length > 0
      if (address !== owner.address && !(address === null && mayRecover))
        gains.push({ kind: 'wallet', detail: `an old browser opens ${address ?? 'nothing'}` })
      else if (address !== null && (await browser.worker().exportMnemonic({ words })).mnemonic !== owner.mnemonic)
        gains.push({ kind: 'wallet', detail: 'an old browser opens another seed' })
    } catch (error) {
      gains.push({ kind: 'wallet', detail: `an old browser opens nothing: ${describe(error)}` })
    }
    browser.close()
  }
  return gains
}

/** Follows every link of a notice that reverts a change, as an owner would who did not make it. */
async function undoByMail({ world, owner }: Pick<Scene, 'world' | 'owner'>): Promise<void> {
  for (const { template, contents } of await world.mailsTo(owner.email)) {
    const token = /[#=]([A-Za-z0-9_-]{43})\b/.exec(String(contents.undoUrl ?? ''))?.[1]
    if (!token) continue
    // If the login was already returned, its owner wants it there.
    if (template === 'loginReturned') continue
    const moved = template === 'loginMoved' ? takeLoginBackByLink : undoRotationByLink
    const { path, method } = template === 'emailChanged' ? undoEmailChange : moved
    const headers = { 'content-type': 'application/json' }
    await world.request(`${walletOrigin}${path}`, {
      method,
      headers,
      body: JSON.stringify({ token }),
      ip: nextAddress(),
    })
  }
}

function describe(error: unknown): string {
  const { failure, code, message } = error as { failure?: { code: string }; code?: string; message?: string }
  return failure?.code ?? code ?? String(message ?? error).slice(0, 200)
}

/** Finds whether another visitor can still log in. */
export async function findDenial({ world }: Pick<Scene, 'world'>): Promise<Gain[]> {
  try {
    const owner = await createOwner({ world, shape: { login: 'mail', factors: [], browsers: 1 } })
    for (const browser of owner.browsers) browser.close()
    return []
  } catch (error) {
    return [{ kind: 'denial', detail: `another visitor cannot log in: ${describe(error)}` }]
  }
}
