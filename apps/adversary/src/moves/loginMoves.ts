import type { Factor } from '@latchkey/protocol/wallet'
import {
  askNewWallet,
  beginSocialLogin,
  inspectDeviceLink,
  recoverWallet,
  redeemSocialLogin,
  startEmailLogin,
  startNewWallet,
  startSocialLogin,
  startSocialStepUp,
  startStepUp,
  takeLoginBackByLink,
  undoEmailChange,
  undoRotationByLink,
  verifyEmailCode,
  verifyStepUp,
} from '@latchkey/protocol/wallet'
import { deriveFactorKeyPair, derivePasswordSecret, fromBase64Url, toBase64Url } from '@latchkey/vault'
import { testProjectId } from '../../../wallet/src/testing/createTestFrame.ts'
import type { Move, Scene } from '../attack/Move.ts'
import { ownPassword } from '../world/createOwner.ts'
import { hostOrigin, walletOrigin } from '../world/startWorld.ts'
import { signInAs } from '../world/visitPopup.ts'

/** Passwords that a thief tries offline. The owner's is among them, because people choose such passwords. */
const dictionary = ['123456', 'password1', 'letmein', ownPassword, 'qwertz']

const readMailbox = async ({ world, owner, knowledge }: Scene) => {
  const mails = await world.mailsTo(owner.email)
  for (const mail of mails) knowledge.learn(mail)
  return mails
}

/** Logs in with the code from the owner's mailbox. */
export const mailLogin: Move = {
  name: 'log in with the mailbox',
  weight: 6,
  run: async (scene) => {
    const { world, machine, owner } = scene
    const start = () =>
      machine.call(startEmailLogin, { body: { projectId: testProjectId, email: owner.email, hostOrigin } })
    let started = await start()
    if (started.outcome === 'email_cooldown') {
      // Waiting costs a thief nothing.
      world.clock.advance(31_000)
      started = await start()
    }
    if (started.outcome !== 'ok') return started.outcome
    const code = (await readMailbox(scene)).findLast(({ template }) => template === 'loginCode')?.contents.code
    const body = { attemptId: started.json.attemptId, otp: String(code) }
    return (await machine.call(verifyEmailCode, { body })).outcome
  },
}

/** Moves the owner's login to a new wallet, with the code from the mailbox. */
export const newWalletMove: Move = {
  name: 'start a new wallet with the mailbox',
  weight: 3,
  run: async (scene) => {
    let asked = await scene.machine.call(askNewWallet)
    if (asked.outcome === 'email_cooldown') {
      scene.world.clock.advance(31_000)
      asked = await scene.machine.call(askNewWallet)
    }
    if (asked.outcome !== 'ok') return asked.outcome
    const code = (await readMailbox(scene)).findLast(({ template }) => template === 'newWalletCode')?.contents.code
    const body = { askId: asked.json.askId, ...(code === undefined ? {} : { otp: String(code) }) }
    return (await scene.machine.call(startNewWallet, { body })).outcome
  },
}

/** Other moves of an attacker who reads the owner's email. */
export const mailMoves: readonly Move[] = [
  mailLogin,
  newWalletMove,
  {
    name: 'read the mailbox',
    weight: 3,
    run: async (scene) => ((await readMailbox(scene)).length > 0 ? 'ok' : 'nothing'),
  },
  {
    name: 'confirm with a code from the mailbox',
    weight: 4,
    run: async (scene) => {
      const started = await scene.machine.call(startStepUp)
      if (typeof started.json.attemptId !== 'string') return started.outcome
      const code = (await readMailbox(scene)).findLast(({ template }) => template === 'stepUpCode')?.contents.code
      const body = { attemptId: started.json.attemptId, otp: String(code) }
      return (await scene.machine.call(verifyStepUp, { body })).outcome
    },
  },
  {
    name: 'follow a link from the mailbox',
    weight: 2,
    run: async (scene, random) => {
      await readMailbox(scene)
      const tokens = scene.knowledge.tokens()
      if (tokens.length === 0) return 'nothing'
      const endpoint = random.pick([inspectDeviceLink, takeLoginBackByLink, undoEmailChange, undoRotationByLink])
      return (await scene.machine.call(endpoint, { body: { token: random.pick(tokens) } })).outcome
    },
  },
]

/** Moves of an attacker with the owner's account at the provider. */
export const providerMoves: readonly Move[] = [
  {
    name: 'log in with the provider',
    weight: 6,
    run: async (scene) => {
      const { machine, owner } = scene
      if (owner.person === null) return 'nothing'
      const body = { projectId: testProjectId, provider: 'github', hostOrigin }
      const started = await machine.call(startSocialLogin, { body })
      if (started.outcome !== 'ok') return started.outcome
      const end = await visitAs(scene, started.json)
      if (end !== 'done') return end
      return (await machine.call(redeemSocialLogin, { body: { attemptId: started.json.attemptId }, patience: 500 }))
        .outcome
    },
  },
  {
    name: 'confirm with the provider',
    weight: 4,
    run: async (scene) => {
      const started = await scene.machine.call(startSocialStepUp)
      if (started.outcome !== 'ok' || scene.owner.person === null) return started.outcome
      return visitAs(scene, started.json)
    },
  },
]

/** Guesses a password offline, if a login returns data to test a guess. */
export const guessPassword: Move = {
  name: 'guess the password at home',
  weight: 3,
  run: async ({ knowledge, machine }) => {
    const lists = knowledge.named('factors').filter(Array.isArray) as Factor[][]
    const factor = lists.flat().findLast(({ kind }) => kind === 'password')
    if (!factor?.pub || !factor.meta?.salt) return 'nothing'
    const salt = fromBase64Url(factor.meta.salt)
    for (const password of dictionary) {
      const secret = await derivePasswordSecret({ password, salt, params: factor.meta.params })
      const { publicKey } = await deriveFactorKeyPair({ kind: 'password', secret, salt })
      if (toBase64Url(publicKey) !== factor.pub) continue
      knowledge.learn({ guessed: password })
      return (await machine.call(recoverWallet, { body: { factorId: factor.id } })).outcome
    }
    return 'wrong'
  },
}

/** Goes through the provider's page on the attacker's own computer, where every page is under the attacker's control. */
async function visitAs({ world, machine, owner }: Scene, attempt: Record<string, unknown>) {
  const { attemptId, handshake } = attempt
  const cookies = new Map<string, string>()
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await world.request(String(input), { ...init, headers, ip: machine.ip })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const begun = await fetch(`${walletOrigin}${beginSocialLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attemptId, handshake, openerOrigin: walletOrigin }),
  })
  const { authorizeUrl, code } = (await begun.json()) as { authorizeUrl?: string; code?: string }
  if (!authorizeUrl) return String(code)
  return signInAs({ browser: { fetch }, authorizeUrl, person: owner.person, clicks: true })
}
