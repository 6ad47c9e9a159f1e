import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceError } from '@latchkey/protocol/errors'
import { concat, encodeAbiParameters, encodeErrorResult, numberToHex, parseAbi, parseAbiParameters, size } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import type { RpcService } from '../rpc/RpcService.ts'
import { verifyAccountMessage } from './verifyAccountMessage.ts'

const code = '0x2222222222222222222222222222222222222222'

test('error: threat 91: a contract names a URL (ERC-3668), which is never fetched', async () => {
  const fetched: string[] = []
  const server = createServer(({ url = '' }, response) => {
    fetched.push(url)
    response.end('{"data":"0x"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const account = privateKeyToAccount(generatePrivateKey())
  const authorization = await account.signAuthorization({ contractAddress: code, chainId: 31337, nonce: 0 })
  const lookup = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [account.address, [`http://127.0.0.1:${port}/{sender}/{data}`], '0x1234', '0x12345678', '0x'],
  })
  let asked = 0
  const rpc = {
    request: async ({ call: { method } }: { call: { method: string } }) => {
      if (method === 'eth_getCode') return concat(['0xef0100', code])
      asked++
      // Without the limit it would continue forever.
      if (asked > 10) throw new Error('asked too often')
      throw Object.assign(new Error('execution reverted'), { code: 3, data: lookup })
    },
  } as unknown as RpcService
  // ERC-8010: a signature with its own delegation, which causes a call to the account itself.
  const { chainId, nonce, yParity = 0, r, s } = authorization
  const delegation = encodeAbiParameters(
    parseAbiParameters(
      '(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address, bytes',
    ),
    [
      { chainId: BigInt(chainId), delegation: code, nonce: BigInt(nonce), yParity, r: BigInt(r), s: BigInt(s) },
      account.address,
      '0x',
    ],
  )
  const length = numberToHex(size(delegation), { size: 32 })
  const signature = concat([`0x${'11'.repeat(65)}`, delegation, length, `0x${'8010'.repeat(16)}`])
  const { address } = account
  await expect(
    verifyAccountMessage({ rpc, chainId: 'eip155:31337', account: address, message: 'Hello', signature }),
  ).rejects.toMatchObject({ code: 'signature_invalid' })
  expect(asked).toBeGreaterThan(0)
  expect(fetched).toStrictEqual([])
})

test('behavior: a key’s signature needs no chain, and one that needs an unreachable chain does not count as wrong', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const signature = await account.signMessage({ message: 'Hello' })
  const rpc = {
    request: async () => {
      throw new ServiceError('upstream_unavailable')
    },
  } as unknown as RpcService
  const verify = (message: string, from: `0x${string}` = signature) =>
    verifyAccountMessage({ rpc, chainId: 'eip155:31337', account: account.address, message, signature: from })
  expect(await verify('Hello')).toEqual({ proof: 'key' })
  await expect(verify('Goodbye')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  for (const short of ['0x', `0x${'11'.repeat(63)}`] as const) {
    await expect(verify('Hello', short)).rejects.toMatchObject({ code: 'signature_invalid' })
  }
})

test('error: the zero address and precompiled contracts cannot sign: no call to a chain', async () => {
  const rpc = { request: () => expect.unreachable() } as unknown as RpcService
  for (const number of [0n, 1n, 4n, 0x100n, 0xffffn]) {
    const account = numberToHex(number, { size: 20 })
    const verifying = verifyAccountMessage({
      ...{
        rpc,
        chainId: 'eip155:31337' as const,
        account,
        message: 'Hello',
        signature: `0x${'ff'.repeat(65)}` as const,
      },
    })
    await expect(verifying).rejects.toMatchObject({ code: 'signature_invalid' })
  }
})
