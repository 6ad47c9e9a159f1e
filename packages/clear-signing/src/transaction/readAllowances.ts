import { formatUnits } from '@latchkey/protocol'
import type { DescribedCall } from '../call/describeCall.ts'
import type { DescriptionField } from '../Description.ts'
import type { Reading } from '../Reading.ts'
import { simulate } from '../simulation/simulate.ts'
import type { TransactionRequest } from './TransactionRequest.ts'

/** `allowance(address,address)`. Source: ERC-20. */
const allowanceSelector = '0xdd62ed3e'

/** Reads the spender's total allowance after an approval by simulating it; empty if it is no approval or unknown. */
export async function readAllowances({
  reading: { chain, account, assets },
  transaction,
  described: { intent, signature, fields },
}: {
  reading: Reading
  transaction: TransactionRequest
  described: DescribedCall
}): Promise<readonly DescriptionField[]> {
  const { to } = transaction
  const spender = fields.find(({ label }) => label === 'spender')?.value
  const isApproval = intent === 'approve' || intent === 'revokeApproval'
  if (!to || !isApproval || spender?.kind !== 'address' || !signature?.endsWith('(address,uint256)')) return []
  const asset = await assets.read(to)
  if (asset.name.kind !== 'erc20') return []
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
  const data = `${allowanceSelector}${word(account)}${word(spender.address)}` as const
  const simulation = await simulate({
    read: chain.request,
    from: account,
    calls: [transaction, { to, value: 0n, data }],
  })
  const result = simulation.kind === 'traced' ? simulation.calls[1] : undefined
  if (result?.status !== 'done' || result.returnData.length !== 66) return []
  const amount = BigInt(result.returnData)
  return [
    {
      name: 'allowanceAfter',
      label: null,
      type: 'uint256',
      value: {
        kind: 'amount',
        amount,
        text: formatUnits(amount, asset.name.decimals ?? 0),
        asset: asset.name,
        isUnlimited: amount >= 1n << 255n,
      },
      children: [],
    },
  ]
}
