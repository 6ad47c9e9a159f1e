import { canonicalJson, safeRpcMethods, unsafeRpcMethods } from '@latchkey/protocol'
import { controlKeyTag, controlTag } from '@latchkey/protocol/wallet'
import { stringToHex } from 'viem/utils'
import type { Random } from '../attack/createRandom.ts'
import type { Scene } from '../attack/Move.ts'
import { hostOrigin } from '../world/startWorld.ts'

/** Receiver of stolen money. */
export const thiefAddress = '0x00000000000000000000000000000000deadbeef'
/** The network of the tests. */
const chainId = 'eip155:31337'

/** Methods on no list, which must be refused. */
const unknownMethods = [
  'eth_sign',
  'eth_signTransaction',
  'wallet_addEthereumChain',
  'personal_unlockAccount',
  'constructor',
  '__proto__',
]

/** Every method of the protocol that a page may call, and some that it may not. */
export const rpcMethods: readonly string[] = [...safeRpcMethods, ...unsafeRpcMethods, ...unknownMethods]

/** Draws a request to the wallet's provider. */
export function drawRpc(scene: Scene, random: Random): { method: string; params: unknown; chainId?: string } {
  const method = random.chance(0.45)
    ? 'personal_sign'
    : random.chance(0.5)
      ? random.pick(unsafeRpcMethods)
      : random.pick(rpcMethods)
  const params = paramsOf(method, scene, random)
  return random.chance(0.9)
    ? { method, params }
    : { method, params, chainId: random.pick([chainId, 'eip155:1', 'solana:x']) }
}

/** Draws texts with a meaning for our servers, filled from the attacker's knowledge. */
function drawControlText({ owner, knowledge }: Scene, random: Random): string {
  const walletId = String(knowledge.newest('walletId') ?? owner.walletId)
  const deviceId = String(knowledge.newest('deviceId') ?? random.uuid())
  const address = owner.address.toLowerCase()
  const account = `${chainId}:${owner.address}`
  return random.pick([
    ...[1, 1, 2].map((epoch) =>
      ['Latchkey device', `wallet: ${walletId}`, `device: ${deviceId}`, `address: ${address}`, `epoch: ${epoch}`].join(
        '\n',
      ),
    ),
    [
      'Latchkey wallet',
      `wallet: ${walletId}`,
      `user: ${random.uuid()}`,
      `device: ${deviceId}`,
      `address: ${address}`,
      `vault: ${'0'.repeat(64)}`,
    ].join('\n'),
    `Create a session for ${account}\nPermissions: 0x${'11'.repeat(32)}\nUntil: 1900000000\nIssued at: 2030-01-01T00:00:00.000Z`,
    `Activate session ${random.uuid()} of ${account}\nContext: 0x`,
    `Revoke session ${random.uuid()} of ${account}`,
    `  Latchkey device\nwallet: ${walletId}\ndevice: ${deviceId}\naddress: ${address}\nepoch: 1`,
    `LATCHKEY device\nwallet: ${walletId}\ndevice: ${deviceId}\naddress: ${address}\nepoch: 1`,
    ...[controlTag, controlKeyTag].map((t) =>
      canonicalJson({
        t,
        action: random.pick(['enrol', 'rotate']),
        walletId,
        userId: random.uuid(),
        deviceId,
        address,
        data: '0'.repeat(64),
      }),
    ),
  ])
}

function drawText(scene: Scene, random: Random): string {
  if (random.chance(0.5)) return drawControlText(scene, random)
  const siwe = (domain: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${scene.owner.address}\n\nHello\n\nURI: https://${domain}\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1234\nIssued At: ${new Date(scene.world.clock.now()).toISOString()}`
  return random.pick([
    'hello',
    'I agree to the terms',
    siwe(new URL(hostOrigin).host),
    siwe('bank.example'),
    JSON.stringify({
      name: 'alice.latchkey.eth',
      attributes: {},
      timestamp: Math.floor(scene.world.clock.now() / 1000),
    }),
    '\u202etxet desrever',
  ])
}

function paramsOf(method: string, scene: Scene, random: Random): unknown {
  const { address } = scene.owner
  const value = `0x${(10n ** BigInt(random.below(20))).toString(16)}`
  const call = {
    to: thiefAddress,
    value,
    data: random.pick(['0x', `0x095ea7b3${thiefAddress.slice(2).padStart(64, '0')}${'f'.repeat(64)}`]),
  }
  switch (method) {
    case 'personal_sign': {
      const text = drawText(scene, random)
      const message = random.pick([
        stringToHex(text),
        text,
        `0x${Buffer.from(random.bytes(32), 'base64url').toString('hex')}`,
      ])
      return random.chance(0.9) ? [message, address] : [address, message]
    }
    case 'eth_signTypedData_v4':
      return [address, JSON.stringify(drawTypedData(scene, random))]
    case 'eth_sendTransaction':
      return [{ from: address, ...call }]
    case 'eth_sendUserOperation':
      return [{ sender: address, callData: '0x', nonce: '0x0' }, thiefAddress]
    case 'wallet_sendCalls':
      return [{ version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: false, calls: [call] }]
    case 'wallet_grantPermissions':
      return [
        {
          chainId: '0x7a69',
          expiry: Math.floor(scene.world.clock.now() / 1000) + 86_400,
          signer: { type: 'account', data: { address: thiefAddress } },
          permissions: [
            { type: 'native-token-recurring-allowance', data: { allowance: value, start: 0, period: 86_400 } },
          ],
        },
      ]
    case 'sendTransfer':
      return { recipientAddress: 'bcrt1qthief', amount: '1000', account: address }
    case 'signMessage':
    case 'solana_signMessage':
      return { message: drawText(scene, random), account: address, pubkey: address }
    case 'eth_sendRawTransaction':
      return [scene.knowledge.signatures()[0] ?? '0x02']
    default:
      return random.pick([[], [address], [address, 'latest'], {}, null, [call], 'x'])
  }
}

function drawTypedData({ owner, knowledge }: Scene, random: Random) {
  const domain = {
    name: random.pick(['Token', 'Latchkey', 'LatchkeyAccount']),
    version: '1',
    chainId: 31_337,
    verifyingContract: thiefAddress,
  }
  const fields = (names: Record<string, string>) => Object.entries(names).map(([name, type]) => ({ name, type }))
  const base = {
    EIP712Domain: fields({ name: 'string', version: 'string', chainId: 'uint256', verifyingContract: 'address' }),
  }
  return random.pick([
    {
      domain,
      types: {
        ...base,
        Permit: fields({
          owner: 'address',
          spender: 'address',
          value: 'uint256',
          nonce: 'uint256',
          deadline: 'uint256',
        }),
      },
      primaryType: 'Permit',
      message: {
        owner: owner.address,
        spender: thiefAddress,
        value: `${2n ** 256n - 1n}`,
        nonce: 0,
        deadline: 4_000_000_000,
      },
    },
    {
      domain: { ...domain, name: 'Latchkey' },
      types: { ...base, Device: fields({ wallet: 'string', device: 'string', epoch: 'uint256' }) },
      primaryType: 'Device',
      message: { wallet: owner.walletId, device: String(knowledge.newest('deviceId') ?? random.uuid()), epoch: 1 },
    },
  ])
}
