import { activateSessionMessage, createSessionMessage, revokeSessionMessage } from '@latchkey/protocol'
import type { Permission } from '@latchkey/protocol/api'
import { encodeContext, permissionsHash, permissionsToGrant } from '@latchkey/smart-account'
import { numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askSessions,
  createTestSession,
  signAsAccount,
  signedRequest,
} from '../smartAccounts/testing/createTestSession.ts'
import {
  chainId,
  createOwner,
  otherProjectId,
  type SmartAccountWorld,
  startSmartAccountWorld,
} from '../smartAccounts/testing/startSmartAccountWorld.ts'
import { testProjectId } from '../testing/testProjectId.ts'

let world: SmartAccountWorld
beforeAll(async () => {
  world = await startSmartAccountWorld()
}, 120_000)
afterAll(() => world?.stop())

const minute = 60_000
const key = privateKeyToAccount(generatePrivateKey())
const signer = { type: 'account', data: { address: key.address } } as const
const permissions = (): Permission[] => [
  {
    type: 'erc20-recurring-allowance',
    data: { address: world.token, allowance: numberToHex(5n), start: 0, period: 3600 },
  },
]
const expiry = () => Math.floor(Date.now() / 1000) + 3600
const count = async () => {
  const { rows } = await world.context.database.execute('select count(*)::int as made from smart_sessions')
  return (rows[0] as { made: number }).made
}

describe('POST /v1/sessions/{address}', () => {
  test('default: creates one for an undeployed account, by its owner’s nested signature (ERC-6492)', async () => {
    const { owner, account } = createOwner()
    const body = await signedRequest({ owner, account, permissions: permissions(), signer, expiry: expiry() })
    const { status, json } = await askSessions(world, encodeURIComponent(`${chainId}:${account}`), body)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      pci: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: { type: 'secp256k1', publicKey: expect.stringMatching(/^0x04[0-9a-f]{128}$/) },
    })
    // It allows nothing and is in no list before the chain has it.
    expect((await askSessions(world, `${chainId}:${account}`)).json).toEqual({ pcis: [] })
  })

  test('default: creates one for an EOA, and for a plain address in lower case', async () => {
    const { owner } = createOwner()
    const account = owner.address
    const request = { owner, account, permissions: permissions(), signer, expiry: expiry() }
    const issuedAt = new Date().toISOString()
    const message = createSessionMessage({
      account: `${chainId}:${account.toLowerCase()}`,
      permissionsHash: permissionsHash({ signer, permissions: request.permissions }),
      ...{ expiry: request.expiry, issuedAt },
    })
    const { owner: _, account: __, ...rest } = request
    const body = { ...rest, policies: [], issuedAt, signature: await owner.signMessage({ message }) }
    expect((await askSessions(world, account.toLowerCase(), body)).status).toBe(200)
  })

  test('error: each message counts once, even if repeated concurrently or from another project', async () => {
    const { owner, account } = createOwner()
    const body = await signedRequest({ owner, account, permissions: permissions(), signer, expiry: expiry() })
    const before = await count()
    const path = `${chainId}:${account}`
    const answers = await Promise.all([1, 2, 3, 4].map(() => askSessions(world, path, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await askSessions(world, path, body, otherProjectId)).status).toBe(401)
    expect((await askSessions(world, path.replace(account, account.toLowerCase()), body)).status).toBe(401)
    expect(await count()).toBe(before + 1)
  })

  test('error: refuses a message that is too old, from the future, or for another account, chain, time or permission', async () => {
    const { owner, account } = createOwner()
    const parts = { owner, account, permissions: permissions(), signer, expiry: expiry() }
    const path = `${chainId}:${account}`
    const codes = async (body: object, at = path) => (await askSessions(world, at, body)).json.code
    const issued = (offset: number) =>
      signedRequest({ ...parts, issuedAt: new Date(Date.now() + offset).toISOString() })
    expect(await codes(await issued(-6 * minute))).toBe('signature_invalid')
    expect(await codes(await issued(3 * minute))).toBe('signature_invalid')
    const body = await signedRequest(parts)
    expect(await codes({ ...body, issuedAt: new Date(Date.now() - 1_000).toISOString() })).toBe('signature_invalid')
    expect(await codes({ ...body, expiry: body.expiry + 1 })).toBe('signature_invalid')
    expect(
      await codes({
        ...body,
        permissions: [
          ...body.permissions,
          { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 0 } },
        ],
      }),
    ).toBe('signature_invalid')
    expect(await codes({ ...body, signer: { type: 'account', data: { address: account } } })).toBe('signature_invalid')
    expect(await codes(body, `${chainId}:${createOwner().account}`)).toBe('signature_invalid')
    expect(await codes(body, `eip155:1:${account}`)).toBe('unsupported_chain')
    expect(
      await codes(body, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'),
    ).toBe('malformed_address')
    expect(await codes(body, 'nobody')).toBe('malformed_address')
    expect(await codes({ ...body, signature: '0x' })).toBe('signature_invalid')
    expect(await codes({ ...body, signature: `0x${'00'.repeat(65)}` })).toBe('signature_invalid')
    expect(await codes({ ...body, policies: [{ type: 'gas-limit', data: {} }] })).toBe('invalid_body')
    expect(await codes(body)).toBeUndefined()
  })

  test('error: refuses permissions that the rules cannot express', async () => {
    const { owner, account } = createOwner()
    const parts = { owner, account, permissions: permissions(), signer, expiry: expiry() }
    const path = `${chainId}:${account}`
    const over = await signedRequest({ ...parts, expiry: 1_000 })
    expect((await askSessions(world, path, over)).json.code).toBe('permissions_invalid')
    const twice = await signedRequest({ ...parts, permissions: [...permissions(), ...permissions()] })
    const refused = await askSessions(world, path, twice)
    expect(refused.json).toMatchObject({
      code: 'permissions_invalid',
      reasons: [{ description: expect.stringContaining('two allowances') }],
    })
  })

  test('behavior: the server’s key is stored only sealed, and is different for each permission', async () => {
    const session = await createTestSession({ world, permissions: permissions() })
    const { rows } = await world.context.database.execute(
      `select sealed_key, key_kek_id from smart_sessions where pci = '${session.pci}'`,
    )
    const [row] = rows as { sealed_key: Buffer; key_kek_id: string }[]
    // 32 bytes of the key, 12 of the nonce, 16 of the tag.
    expect(row?.sealed_key).toHaveLength(60)
    expect(row?.key_kek_id).toMatch(/^v2\.[0-9a-f]{16}$/)
    // In another row, it cannot be opened.
    const other = await createTestSession({ world, permissions: permissions() })
    await world.context.database.execute(
      `update smart_sessions set sealed_key = (select sealed_key from smart_sessions where pci = '${session.pci}') where pci = '${other.pci}'`,
    )
    await expect(
      world.smartAccounts.sessions?.coSign({ pci: other.pci, hash: `0x${'22'.repeat(32)}` }),
    ).rejects.toThrow()
    await expect(
      world.smartAccounts.sessions?.coSign({ pci: session.pci, hash: `0x${'22'.repeat(32)}` }),
    ).resolves.toHaveLength(132)
  }, 60_000)

  test('error: limits an account to fifty per day', async () => {
    const { owner } = createOwner()
    const account = owner.address
    const make = async () => {
      const own = { type: 'account', data: { address: privateKeyToAccount(generatePrivateKey()).address } } as const
      const parts = { permissions: permissions(), signer: own, expiry: expiry(), issuedAt: new Date().toISOString() }
      const message = createSessionMessage({
        account: `${chainId}:${account}`,
        permissionsHash: permissionsHash(parts),
        ...parts,
      })
      return askSessions(world, `${chainId}:${account}`, {
        ...parts,
        policies: [],
        signature: await owner.signMessage({ message }),
      })
    }
    for (let one = 0; one < 50; one += 1) expect((await make()).status).toBe(200)
    expect((await make()).json.code).toBe('rate_limited')
  }, 60_000)
})

describe('limits for strangers', () => {
  test('error: limits the requests of a network address per day', async () => {
    const { owner, account } = createOwner()
    const issuedAt = new Date(Date.now() - 10 * minute).toISOString()
    const parts = { owner, account, permissions: permissions(), signer, expiry: expiry() }
    const body = { ...(await signedRequest({ ...parts, issuedAt })), permissions: permissions() }
    const ask = async (caller: string) =>
      world.smartAccounts.sessions
        ?.create({ address: `${chainId}:${account}` }, body, { project: { id: testProjectId }, caller })
        .catch(({ code }: { code: string }) => code)
    for (let one = 0; one < 300; one += 1) expect(await ask('192.0.2.1')).toBe('signature_invalid')
    expect(await ask('192.0.2.1')).toBe('rate_limited')
    expect(await ask('192.0.2.2')).toBe('signature_invalid')
  }, 60_000)

  test('behavior: made-up accounts do not use up an app’s daily quota before the chain has their permissions', async () => {
    const fill = (activated: string) =>
      world.context.database.execute(
        `insert into smart_sessions (pci, project_id, chain_id, account, expiry, signer, permissions, message_hash, co_signer, created_at, activated_at)
         select gen_random_uuid(), '${otherProjectId}', 31337, decode(lpad(to_hex(n), 40, '0'), 'hex'), 1, '{}', '[]',
           decode(lpad('${activated}' || lpad(to_hex(n), 6, '0'), 64, '0'), 'hex'), decode(repeat('11', 20), 'hex'), now(),
           ${activated === 'a' ? 'now()' : 'null'}
         from generate_series(1, 20000) as n`,
      )
    const make = async () => {
      const { owner, account } = createOwner()
      const body = await signedRequest({ owner, account, permissions: permissions(), signer, expiry: expiry() })
      return (await askSessions(world, `${chainId}:${account}`, body, otherProjectId)).status
    }
    await fill('0')
    expect(await make()).toBe(200)
    await fill('a')
    expect(await make()).toBe(429)
    await world.context.database.execute(`delete from smart_sessions where project_id = '${otherProjectId}'`)
  }, 60_000)

  test('error: refuses an ABI that would fill the table', async () => {
    const { owner, account } = createOwner()
    const claim = { type: 'function', name: 'claim', inputs: [{ type: 'uint256', name: 'id' }], outputs: [] }
    const withNote = (length: number): Permission[] => [
      {
        type: 'contract-call',
        data: {
          ...{ address: world.token, functions: [{ functionName: 'claim' }] },
          abi: [{ ...claim, note: 'x'.repeat(length) }],
        },
      },
    ]
    const ask = async (length: number) => {
      const body = await signedRequest({ owner, account, permissions: withNote(length), signer, expiry: expiry() })
      return askSessions(world, `${chainId}:${account}`, body)
    }
    expect((await ask(31_000)).status).toBe(200)
    expect((await ask(32_000)).json.code).toBe('permissions_invalid')
  })
})

describe('POST /v1/sessions/{address}/activate', () => {
  test('error: refuses a permission that the chain does not have, or has with other rules', async () => {
    const { owner, account } = createOwner()
    const body = await signedRequest({ owner, account, permissions: permissions(), signer, expiry: expiry() })
    const path = `${chainId}:${account}`
    const { pci, key: made } = (await askSessions(world, path, body)).json as unknown as {
      pci: string
      key: { publicKey: `0x${string}` }
    }
    const coSigner = publicKeyToAddress(made.publicKey)
    const grant = permissionsToGrant({
      permissions: permissions(),
      signer,
      expiry: body.expiry,
      coSigner,
      account,
      now: 0,
    })
    const activate = async (
      changed: Parameters<typeof encodeContext>[0]['grant'],
      options: { project?: string; chain?: number } = {},
    ) => {
      const context = encodeContext({ account, chainId: options.chain ?? 31337, id: 9, grant: changed })
      const message = activateSessionMessage({ account: path, pci, context })
      const signature = await signAsAccount({ owner, account, message, isDeployed: false })
      return (await askSessions(world, `${path}/activate`, { pci, context, signature }, options.project)).json.code
    }
    expect(await activate(grant)).toBe('session_not_granted')
    expect(await activate(grant, { project: otherProjectId })).toBe('session_unknown')
    expect(await activate(grant, { chain: 31338 })).toBe('session_unknown')
    const [allowance] = grant.allowances
    if (!allowance) throw new Error('there is no allowance')
    expect(await activate({ ...grant, allowances: [{ ...allowance, limit: 6n }] })).toBe('session_unknown')
    expect(await activate({ ...grant, coSigner: '0x0000000000000000000000000000000000000000' })).toBe('session_unknown')
    expect(await activate({ ...grant, validUntil: grant.validUntil + 1 })).toBe('session_unknown')
    const unsigned = {
      pci,
      context: encodeContext({ account, chainId: 31337, id: 9, grant }),
      signature: body.signature,
    }
    expect((await askSessions(world, `${path}/activate`, unsigned)).json.code).toBe('signature_invalid')
    expect((await askSessions(world, `${path}/activate`, { ...unsigned, pci: crypto.randomUUID() })).json.code).toBe(
      'session_unknown',
    )
  }, 60_000)

  test('behavior: a repeated activation changes nothing; a revoked permission stays revoked', async () => {
    const session = await createTestSession({ world, permissions: permissions() })
    const { pci, context, owner, account } = session
    const path = `${chainId}:${account}`
    const signature = await signAsAccount({
      owner,
      account,
      message: activateSessionMessage({ account: path, pci, context }),
    })
    expect(await askSessions(world, `${path}/activate`, { pci, context, signature })).toEqual({ status: 200, json: {} })
    await session.revokeAtServer()
    expect((await askSessions(world, `${path}/activate`, { pci, context, signature })).json.code).toBe(
      'session_revoked',
    )
  }, 60_000)
})

describe('GET /v1/sessions/{address}', () => {
  test('spec 7.25 and 7.26: is listed by CAIP-10 and by the address alone, read, and revoked with the account’s signature', async () => {
    const session = await createTestSession({ world, permissions: permissions() })
    const { account, owner, pci, context } = session
    const forms = [`${chainId}:${account}`, account, account.toLowerCase()]
    const contextOf = async (form: string, of = pci) => {
      const path = `/v1/sessions/${form}/getcontext?pci=${of}&projectId=${testProjectId}`
      const response = await world.app.app.request(path)
      return [response.status, await response.json()]
    }
    for (const form of forms) {
      const { status, json } = await askSessions(world, form)
      expect([form, status]).toEqual([form, 200])
      expect(json.pcis).toMatchObject([
        {
          ...{ pci, context, policies: [], permissions: permissions(), revokedAt: null },
          ...{
            project: { id: testProjectId, name: 'Test' },
            expiry: expect.any(Number),
            createdAt: expect.any(Number),
          },
        },
      ])
      expect(await contextOf(form)).toEqual([200, { context }])
    }
    expect(await contextOf(account, crypto.randomUUID())).toMatchObject([404, { code: 'session_unknown' }])
    // A visitor can look and revoke on any site of the server.
    expect((await askSessions(world, account, undefined, otherProjectId)).json.pcis).toMatchObject([
      { pci, project: { id: testProjectId, name: 'Test' } },
    ])
    const revoke = async (signature: string, of = pci) =>
      (await askSessions(world, `${account}/revoke`, { pci: of, signature }, otherProjectId)).json
    expect(await revoke('0x')).toMatchObject({ code: 'signature_invalid' })
    expect(await revoke(`0x${'11'.repeat(65)}`, crypto.randomUUID())).toMatchObject({ code: 'session_unknown' })
    const message = revokeSessionMessage({ account: `${chainId}:${account}`, pci })
    expect(await revoke(await signAsAccount({ owner, account, message }))).toEqual({})
    expect((await askSessions(world, account)).json.pcis).toMatchObject([{ pci, revokedAt: expect.any(Number) }])
  }, 60_000)

  test('behavior: without an answer of a chain, only the usage is missing', async () => {
    const session = await createTestSession({ world, permissions: permissions() })
    await world.devnet.stopChain({ id: 31337 })
    try {
      const { status, json } = await askSessions(world, `${chainId}:${session.account}`)
      expect(status).toBe(200)
      expect(json.pcis).toMatchObject([{ pci: session.pci, usage: null, revokedAt: null, permissions: permissions() }])
    } finally {
      await world.devnet.startChain({ id: 31337 })
    }
  }, 60_000)
})
