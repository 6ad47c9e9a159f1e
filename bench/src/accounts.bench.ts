/** Gas of smart accounts: transactions of one operation each, through the real EntryPoint, beside other accounts. See bench/accounts.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  authorizationDigest,
  createAccountCall,
  delegationFactory,
  encodeSessionSignature,
  grantCall,
  sessionNonceKey,
  signedAuthorization,
  smartAccountAddress,
  smartAccountContracts,
} from '@latchkey/smart-account'
import type { Hex } from 'viem'
import { createTestPasskey } from '../../packages/smart-account/src/testing/createTestPasskey.ts'
import { startAccountWorld } from '../../packages/smart-account/src/testing/startAccountWorld.ts'
import { type Call, createGasMeter, type Signer } from './accounts/createGasMeter.ts'
import { deploySimpleAccounts, simpleCalls } from './accounts/simpleAccount.ts'
import { type Figure, reportFigures } from './report.ts'

type Measured = 'create' | 'native' | 'token' | 'session' | 'sessionToken'
type Published = Record<Measured, Record<string, number>> & { source: string }

const published: Published = JSON.parse(readFileSync(join(import.meta.dirname, 'accounts/published.json'), 'utf8'))
/** The published accounts of the same kind: with modules of ERC-7579, or with session keys. */
const modular = ['Biconomy Nexus', 'ZeroDev Kernel v3.1']
const withSessions = ['Alchemy Modular Account v2', 'ZeroDev Kernel v2.1', 'Biconomy Smart Account v2']
const figures: Figure[] = []
const world = await startAccountWorld()
try {
  await measure()
  reportFigures({ name: 'accounts', title: 'Gas of smart accounts', figures })
} finally {
  await world.stop()
}

async function measure() {
  const meter = await createGasMeter(world)
  const { newOwner, stock, nothing, payment, transfers } = meter
  const simple = await deploySimpleAccounts(world)

  const ours = async (sender: Hex, calls: Call[], signer: Signer, more = {}) =>
    meter.gasOf(await world.operation({ sender, calls, ...more }), signer)
  const theirs = async (sender: Hex, calls: Call[], signer: Signer, more = {}) =>
    meter.gasOf(await world.operation({ sender, callData: simpleCalls(calls), ...more }), signer)

  const owner = newOwner()
  const mine = smartAccountAddress({ address: owner.address })
  const other = newOwner()
  const peer = await simple.addressOf(other.address)
  await stock(mine)
  await stock(peer)
  compare('made by its first operation', {
    gas: await ours(mine, await nothing(), owner.sign, createAccountCall({ address: owner.address })),
    peer: await theirs(peer, await nothing(), other.sign, simple.maker(other.address)),
    among: published.create,
  })

  // The account is there, and this is its first operation: so the published ones were measured.
  const waiting = async () => {
    const one = newOwner()
    const address = smartAccountAddress({ address: one.address })
    await stock(address)
    await meter.create({ address: one.address })
    return { one, address }
  }
  const first = await waiting()
  compare('first payment', {
    gas: await ours(first.address, await payment(), first.one.sign),
    among: published.native,
  })
  const second = await waiting()
  compare('first transfer of a token', {
    gas: await ours(second.address, await transfers(1), second.one.sign),
    among: published.token,
  })
  compare('later payment', {
    gas: await ours(mine, await payment(), owner.sign),
    peer: await theirs(peer, await payment(), other.sign),
  })
  for (const count of [1, 2, 5]) {
    const name = count === 1 ? 'later transfer of a token' : `batch of ${count} transfers`
    compare(name, {
      gas: await ours(mine, await transfers(count), owner.sign),
      peer: await theirs(peer, await transfers(count), other.sign),
    })
  }

  // A permission to send one token, and to pay for its own operations.
  const session = newOwner()
  const now = Number((await world.client.getBlock()).timestamp)
  const grant = meter.tokenGrant({ signer: session.address, validUntil: now + 86_400 })
  compare('session granted', {
    gas: await ours(mine, [grantCall({ id: 1, grant })], owner.sign),
    among: published.session,
  })
  const bySession = async (hash: Hex) => encodeSessionSignature({ grant, at: now, signature: await session.sign(hash) })
  const asSession = { key: sessionNonceKey(1) }
  compare('session: first transfer of a token', {
    gas: await ours(mine, await transfers(1), bySession, asSession),
    among: published.sessionToken,
  })
  compare('session: later transfer of a token', { gas: await ours(mine, await transfers(1), bySession, asSession) })

  const passkey = createTestPasskey('bench')
  const guarded = smartAccountAddress({ passkey })
  await stock(guarded)
  compare('passkey: made by its first operation', {
    gas: await ours(guarded, await nothing(), passkey.sign, createAccountCall({ passkey })),
  })
  compare('passkey: later transfer of a token', { gas: await ours(guarded, await transfers(1), passkey.sign) })

  const delegate = async (eoa: ReturnType<typeof newOwner>, address: Hex) => {
    const authorization = { address, chainId: world.chainId, nonce: 0 }
    const signature = await eoa.sign(authorizationDigest(authorization))
    const eip7702Auth = signedAuthorization({ authorization, signature })
    return { factory: delegationFactory, factoryData: '0x' as const, eip7702Auth }
  }
  const [eoa, peerEoa] = [newOwner(), newOwner()]
  await stock(eoa.address)
  await stock(peerEoa.address)
  const { simple7702Account } = world.devnet.contracts
  compare('EIP-7702: first operation, batch of 2', {
    gas: await ours(
      eoa.address,
      await transfers(2),
      eoa.sign,
      await delegate(eoa, smartAccountContracts.implementation),
    ),
    peer: await theirs(peerEoa.address, await transfers(2), peerEoa.sign, await delegate(peerEoa, simple7702Account)),
  })
  compare('EIP-7702: later transfer of a token', {
    gas: await ours(eoa.address, await transfers(1), eoa.sign),
    peer: await theirs(peerEoa.address, await transfers(1), peerEoa.sign),
  })
}

/**
 * Compares a figure with the reference account of the same run and with published figures. The goal is the better of the published
 * accounts with modules.
 */
function compare(
  name: string,
  { gas, peer, among }: { gas: number; peer?: number; among?: Readonly<Record<string, number>> },
) {
  const goal = among ? best(among) : undefined
  const others = Object.entries(among ?? {}).map(([account, used]) => `${account} ${count(used)}`)
  figures.push({
    name,
    value: `${count(gas)} gas`,
    beside: [
      ...(goal ? [`goal at most ${count(goal)}`] : []),
      ...(peer ? [`reference account in the same run ${count(peer)}, ratio ${(gas / peer).toFixed(2)}`] : []),
      others.length > 0 ? `published: ${others.join(', ')}` : 'others: not published',
    ].join('; '),
    verdict: goal === undefined ? 'no goal' : gas <= goal ? 'reached' : 'missed',
  })
}

function best(among: Readonly<Record<string, number>>): number {
  const kind = modular.some((account) => account in among) ? modular : withSessions
  return Math.min(...kind.map((account) => among[account] ?? Number.POSITIVE_INFINITY))
}

function count(gas: number): string {
  return gas.toLocaleString('en')
}
