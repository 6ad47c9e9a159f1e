import { ServiceError } from '@latchkey/protocol/errors'
import { toAddressWord, toWord } from '../chains/eip155/abiWords.ts'
import { decodeUint256 } from '../chains/eip155/erc20.ts'
import { type GatewayClient, RpcError } from '../http/createGatewayClient.ts'
import type { SwapBytes } from './readSwapCall.ts'

// Selectors of ERC-20, as constants; the tests compare them with viem's.
const approveSelector = '095ea7b3'
const allowanceSelector = 'dd62ed3e'

/** Builds an approval of exactly this amount. */
export function buildApproval({
  token,
  spender,
  amount,
}: {
  token: `0x${string}`
  spender: string
  amount: bigint
}): SwapBytes & { to: `0x${string}` } {
  return { to: token, value: 0n, data: `0x${approveSelector}${toAddressWord(spender)}${toWord(amount)}` }
}

/** Reads the current allowance of a spender from the network, in base units. */
export async function readAllowance({
  gateway,
  token,
  owner,
  spender,
}: {
  gateway: GatewayClient
  token: `0x${string}`
  owner: string
  spender: string
}): Promise<bigint> {
  const data = `0x${allowanceSelector}${toAddressWord(owner)}${toAddressWord(spender)}`
  return decodeUint256(await gateway.request('eth_call', [{ to: token, data }, 'latest']))
}

/**
 * Returns the approvals that a swap needs, in order. There are none if the allowance is sufficient. Some tokens refuse to change a nonzero
 * allowance; for them, an approval of 0 comes first.
 *
 * @throws LatchkeyError `approval_failed` if the token refuses
 */
export async function planApprovals({
  gateway,
  token,
  owner,
  spender,
  amount,
}: {
  gateway: GatewayClient
  token: `0x${string}`
  owner: string
  spender: string
  amount: bigint
}): Promise<{ allowance: bigint; calls: readonly ReturnType<typeof buildApproval>[] }> {
  const allowance = await readAllowance({ gateway, token, owner, spender })
  if (allowance >= amount) return { allowance, calls: [] }
  const call = buildApproval({ token, spender, amount })
  const refused = await tryApproval({ gateway, owner, call })
  if (refused === undefined) return { allowance, calls: [call] }
  const reset = buildApproval({ token, spender, amount: 0n })
  if (allowance === 0n || (await tryApproval({ gateway, owner, call: reset })) !== undefined)
    throw new ServiceError('approval_failed', { details: refused })
  return { allowance, calls: [reset, call] }
}

/** @returns the reason of the token's refusal; undefined if it accepts */
async function tryApproval({
  gateway,
  owner,
  call: { to, data },
}: {
  gateway: GatewayClient
  owner: string
  call: SwapBytes
}): Promise<string | undefined> {
  try {
    const result = await gateway.request('eth_call', [{ from: owner, to, data }, 'latest'])
    // Many older tokens return nothing. A token that returns `false` does not approve.
    return result === '0x' || /^0x0{63}1$/.test(String(result))
      ? undefined
      : 'The token answered that it did not approve'
  } catch (error) {
    if (error instanceof RpcError) return error.message
    throw error
  }
}
