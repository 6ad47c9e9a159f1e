import { ServiceError } from '@latchkey/protocol/errors'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createNameServer } from '../testing/createNameServer.ts'
import { createTestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { createWalletKit, signedInKit } from '../testing/createWalletKit.ts'
import { findNameSigner } from './findNameSigner.ts'

beforeAll(() => Promise.all([import('./createNamesEngine.ts'), import('../http/readFeature.ts')]))

/** The key of testUser. */
const owner = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const smart = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const me = testUser.address.toLowerCase()

const smartUser = {
  address: smart,
  accounts: [...testUser.accounts, { address: smart, type: 'smartAccount' }],
  preferredAccountType: 'smartAccount',
  smartAccountDeployed: true,
}

async function namesKit(user?: object) {
  const server = createNameServer()
  const environment = createTestEnvironment({ fetch: server.fetch })
  const kit = await signedInKit({ environment })
  if (user) {
    kit.frame.answers.getUser = () => ({ ...testUser, ...user })
    kit.frame.answers.setPreferredAccount = () => ({ type: 'smartAccount', address: smart })
    kit.frame.answers.initSmartAccount = () => ({ address: smart, isDeployed: true })
    await kit.latchkey.connection.setPreferredAccountType({ type: 'smartAccount' })
  }
  const messages: string[] = []
  kit.frame.answers.rpc = ({ id, payload }) => {
    const { method, params } = payload as { method: string; params: [`0x${string}`, string] }
    if (method !== 'personal_sign') throw new ServiceError('frame_error')
    messages.push(Buffer.from(params[0].slice(2), 'hex').toString())
    void owner.signMessage({ message: { raw: params[0] } }).then((signature) => {
      if (id) kit.frame.answer('rpc', signature)
    })
    return undefined
  }
  /** Lets the pauses between two attempts pass. */
  const pass = async <T>(answer: Promise<T>): Promise<T> => {
    let isOver = false
    const over = () => {
      isOver = true
    }
    answer.then(over, over)
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      await environment.advance(250)
    }
    return answer
  }
  const { names } = kit.latchkey
  const alice = () => names.register({ name: ' Alice ' })
  return { ...kit, server, environment, names, messages, pass, alice }
}

describe('register', () => {
  test('default: the EOA signs, with the coin type of Ethereum', async () => {
    const { alice, names, server, messages, latchkey, environment } = await namesKit()
    const events: unknown[] = []
    latchkey.subscribe((event) => events.push(event))
    await expect(alice()).resolves.toMatchObject({
      name: 'alice.latchkey.eth',
      addresses: { 60: { address: testUser.address } },
    })
    const timestamp = Math.floor(environment.now() / 1000)
    expect(messages).toEqual([`{"name":"alice.latchkey.eth","attributes":{},"timestamp":${timestamp}}`])
    expect(server.sent).toMatchObject([{ message: messages[0], coin_type: 60, address: testUser.address }])
    expect(events).toEqual([
      { type: 'nameRegistered', name: 'alice.latchkey.eth', account: `eip155:31337:${testUser.address}` },
    ])
    expect(names.getState()).toEqual({
      ...{ zone: 'latchkey.eth', perAccount: 1 },
      identities: { [me]: { name: 'alice.latchkey.eth', image: undefined } },
    })
    // The server caches for a while that there was none. The page is newer.
    await environment.idle()
    expect(names.getState().identities[me]?.name).toBe('alice.latchkey.eth')
    expect(server.groups).toEqual([{ addresses: [me], chainId: 'eip155:31337' }])
  })

  test('behavior: the smart account uses the coin type of its network', async () => {
    const { names, server } = await namesKit(smartUser)
    // The fake server calls no contracts.
    await expect(names.register({ name: 'alice.latchkey.eth' })).rejects.toMatchObject({ code: 'signature_invalid' })
    expect(server.sent).toMatchObject([{ coin_type: 0x80000000 + 31337, address: smart }])
  })

  test('error: no request without the embedded wallet, or for an invalid name (spec 8.20)', async () => {
    const { latchkey } = createWalletKit()
    await expect(latchkey.names.register({ name: 'alice' })).rejects.toMatchObject({
      code: 'name_account_missing',
      message: 'Address or auth connector not found',
    })
    const { names, server, messages } = await namesKit()
    for (const name of ['bob', 'al ice', 'alicé', '-alice', '', 'a'.repeat(65)])
      await expect(names.register({ name })).rejects.toMatchObject({ code: 'name_invalid' })
    expect(server.asked).toEqual([])
    for (const name of ['alice.eth', 'alice.bob.latchkey.eth', 'alice.'])
      await expect(names.register({ name })).rejects.toMatchObject({ code: 'name_invalid' })
    expect(messages).toEqual([])
  })

  test('error: a smart account on a network whose chain ID is too large for a coin type (spec 5.14 and 9.26)', async () => {
    const account = {
      ...{ namespace: 'eip155', type: 'smartAccount', address: smart, chainId: 'eip155:2147483648' },
      connector: { type: 'embedded' },
    }
    const connection = { getState: () => ({ connections: [{ active: true, account }] }), getProvider: () => ({}) }
    const refusal = expect.objectContaining({ code: 'invalid_chain_id', message: 'Invalid chainId' })
    expect(() => findNameSigner(connection as never)).toThrow(refusal)
    account.type = 'eoa'
    expect(findNameSigner(connection as never).coinType).toBe(60)
  })

  test('error: a server without names', async () => {
    const { alice, server, messages } = await namesKit()
    server.zone = null
    await expect(alice()).rejects.toMatchObject({ code: 'names_unavailable' })
    expect(messages).toEqual([])
  })

  test('error: refusals of the server keep their code; other failures have the name in their message (spec 8.24)', async () => {
    const { alice, server, frame } = await namesKit()
    for (const code of ['name_confusable', 'name_limit', 'name_message_expired', 'rate_limited']) {
      server.next = server.asked.length === 0 ? [undefined] : []
      server.next.push({ code, status: 400 })
      await expect(alice()).rejects.toMatchObject({ code })
    }
    frame.answers.rpc = () => {
      throw new ServiceError('frame_error')
    }
    await expect(alice()).rejects.toMatchObject({
      code: 'name_register_failed',
      message: 'Error registering name alice',
      retryable: true,
    })
    for (const code of ['user_rejected', 'frame_busy', 'prompt_open'] as const) {
      frame.answers.rpc = () => {
        throw new ServiceError(code)
      }
      const told = code === 'prompt_open' ? 'wallet_busy' : code
      await expect(alice()).rejects.toMatchObject({ code: told })
    }
    frame.answers.rpc = () => '0x12'
    await expect(alice()).rejects.toMatchObject({ code: 'name_register_failed' })
  })

  test('behavior: registering an owned name again succeeds', async () => {
    const { alice, server, environment } = await namesKit()
    await alice()
    await environment.advance(1000)
    await expect(alice()).resolves.toMatchObject({ name: 'alice.latchkey.eth' })
    const [taken] = server.names.values()
    if (taken) server.names.set(taken.name, { ...taken, addresses: { 60: { address: smart, created_at: null } } })
    await environment.advance(1000)
    await expect(alice()).rejects.toMatchObject({ code: 'name_taken' })
  })

  test('behavior: two simultaneous calls need one signature; for another name the wallet is busy', async () => {
    const { names, server, messages, latchkey } = await namesKit()
    const events: unknown[] = []
    latchkey.subscribe((event) => events.push(event))
    const [one, two, other] = await Promise.allSettled([
      names.register({ name: 'alice' }),
      names.register({ name: 'ALICE' }),
      names.register({ name: 'bertha' }),
    ])
    expect([one.status, two.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'wallet_busy' } })
    expect([messages.length, server.sent.length, events.length]).toEqual([1, 1, 1])
  })

  test('error: another account at the time of the signature: nothing is sent', async () => {
    const { alice, server, frame, latchkey } = await namesKit(smartUser)
    frame.answers.rpc = () => undefined
    const registering = alice()
    await until(() => frame.types().includes('rpc'))
    frame.answers.getUser = () => testUser
    frame.answers.setPreferredAccount = () => ({ type: 'eoa', address: testUser.address })
    await latchkey.connection.setPreferredAccountType({ type: 'eoa' })
    frame.answer('rpc', `0x${'12'.repeat(65)}`)
    await expect(registering).rejects.toMatchObject({ code: 'account_changed' })
    expect(server.sent).toEqual([])
  })
})

describe('exactly once', () => {
  test('behavior: after a lost answer, the name is looked up and not sent or signed again', async () => {
    const { alice, server, messages, pass } = await namesKit()
    server.next = [undefined, 'unanswered']
    await expect(pass(alice())).resolves.toMatchObject({ name: 'alice.latchkey.eth' })
    expect([messages.length, server.sent.length]).toEqual([1, 1])
  })

  test('behavior: a message that did not arrive is sent again unchanged', async () => {
    const { alice, server, messages, pass } = await namesKit()
    server.next = [undefined, 'unheard']
    await expect(pass(alice())).resolves.toMatchObject({ name: 'alice.latchkey.eth' })
    expect(messages).toHaveLength(1)
    expect(server.sent).toHaveLength(2)
    expect(server.sent[0]).toEqual(server.sent[1])
  })

  test('behavior: a refusal of the second attempt counts only after the name was read', async () => {
    const { alice, server, messages, pass } = await namesKit()
    // The answer is lost, and a lookup comes too early.
    server.next = [undefined, 'unanswered', Promise.resolve(Response.json([]))]
    await expect(pass(alice())).resolves.toMatchObject({ name: 'alice.latchkey.eth' })
    expect([messages.length, server.sent.length]).toEqual([1, 2])
  })

  test('error: the result is unknown; the next call looks it up before it asks for a signature', async () => {
    const { alice, names, server, messages, pass } = await namesKit()
    server.next = [undefined, 'unanswered', ...Array.from({ length: 2 }, () => 'unheard' as const)]
    await expect(pass(alice())).rejects.toMatchObject({
      code: 'name_register_failed',
      message: 'Error registering name alice',
    })
    await expect(alice()).resolves.toMatchObject({ name: 'alice.latchkey.eth' })
    expect([messages.length, server.sent.length]).toEqual([1, 1])
    expect(names.getState().identities[me]?.name).toBe('alice.latchkey.eth')
  })

  test('behavior: gives up on a server that never answers after 30 s', async () => {
    const { alice, server, pass } = await namesKit()
    server.next = [undefined, new Promise(() => {})]
    await expect(pass(alice())).resolves.toMatchObject({ name: 'alice.latchkey.eth' })
    expect(server.sent).toHaveLength(2)
  })
})

describe('setAttributes', () => {
  test('default: signed like a registration, and looked up after a lost answer', async () => {
    const { alice, names, server, messages, pass } = await namesKit()
    await alice()
    const attributes = { avatar: 'data:image/png;base64,iVBORw0KGgo=' }
    server.next = ['unanswered']
    await expect(pass(names.setAttributes({ name: 'alice', attributes }))).resolves.toMatchObject({ attributes })
    expect(JSON.parse(messages.at(-1) ?? '')).toMatchObject({ name: 'alice.latchkey.eth', attributes })
    expect(server.sent).toHaveLength(2)
  })

  test('error: has another message than a failed registration', async () => {
    const { names, server } = await namesKit()
    server.next = ['unheard', 'unheard', 'unheard']
    await expect(names.setAttributes({ name: 'alice', attributes: {} })).rejects.toMatchObject({
      code: 'name_register_failed',
      message: 'Error updating name alice',
    })
  })
})
