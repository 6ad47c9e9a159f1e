import { formatUnits, isEvmAddress } from '@latchkey/protocol'
import { getAddress } from 'viem/utils'
import { selectAddress, selectPath } from '../abi/selectPath.ts'
import type { ValueNode } from '../abi/ValueNode.ts'
import { nameAddress } from '../address/nameAddress.ts'
import { noteAddress } from '../address/noteAddress.ts'
import type { AddressNotice, DescriptionField, FieldValue } from '../Description.ts'
import type { Display, FieldDisplay } from '../descriptors/Descriptor.ts'
import type { Reading } from '../Reading.ts'
import { revealHidden } from '../text/revealHidden.ts'

/** Meaning of a node by its descriptor. */
type Mark = { field: FieldDisplay; token: `0x${string}` | null }

/** Times from here on are beyond any calendar. */
const lastTime = 8_640_000_000_000n

/** Converts all values to fields, in order, with the meaning from the descriptor. Nothing is omitted. */
export async function formatFields({
  reading,
  nodes,
  display,
  to,
  inner,
}: {
  reading: Reading
  nodes: readonly ValueNode[]
  display: Display | undefined
  /** The called contract, or the typed data's verifying contract. */
  to: `0x${string}` | null
  /** Contents of a value: the decoded calls inside of bytes. */
  inner: ReadonlyMap<ValueNode, readonly DescriptionField[]>
}): Promise<readonly DescriptionField[]> {
  const marks = new Map<ValueNode, Mark>()
  const isZero = (path: string) => selectPath({ nodes, path }).every(({ node }) => node.value === 0n)
  for (const field of display?.fields ?? []) {
    if (field.onlyWith !== undefined && isZero(field.onlyWith)) continue
    for (const { node, indexes } of selectPath({ nodes, path: field.path }))
      marks.set(node, { field, token: tokenOf({ nodes, field, indexes, to }) })
  }

  const format = async (node: ValueNode): Promise<DescriptionField> => {
    const mark = marks.get(node)
    const { label, value } = await formatValue({ reading, node, mark, display })
    const children = inner.get(node) ?? (await Promise.all(node.children.map(format)))
    return { name: node.name, label, type: node.type, value, children }
  }
  return Promise.all(nodes.map(format))
}

/** Returns every field of a tree, each before its children. */
export function flattenFields(fields: readonly DescriptionField[]): readonly DescriptionField[] {
  return fields.flatMap((field) => [field, ...flattenFields(field.children)])
}

function tokenOf({
  nodes,
  field: { tokenPath },
  indexes,
  to,
}: {
  nodes: readonly ValueNode[]
  field: FieldDisplay
  indexes: readonly number[]
  to: `0x${string}` | null
}): `0x${string}` | null {
  if (!tokenPath) return null
  return tokenPath === '@.to' ? to : (selectAddress({ nodes, path: tokenPath, indexes }) ?? null)
}

type Formatted = { label: DescriptionField['label']; value: FieldValue }

async function formatValue({
  reading,
  node: { type, value },
  mark,
  display,
}: {
  reading: Reading
  node: ValueNode
  mark: Mark | undefined
  display: Display | undefined
}): Promise<Formatted> {
  const label = mark?.field.label ?? null
  if (value === null) return { label, value: { kind: 'none' } }
  if (typeof value === 'boolean') return { label, value: { kind: 'text', text: String(value) } }
  if (typeof value === 'bigint') {
    if (mark?.field.format === 'amount')
      return formatAmount({
        ...{ reading, amount: value, type, mark },
        isApproval: display?.intent === 'approve' || display?.intent === 'permit',
      })
    if (mark?.field.format === 'date' && value <= lastTime)
      return { label, value: { kind: 'time', unixSeconds: Number(value) } }
    return { label, value: { kind: 'text', text: value.toString() } }
  }
  if (type === 'string') return { label, value: { kind: 'text', text: revealHidden(value).text } }
  if (type === 'address' && isEvmAddress(value)) {
    const address = getAddress(value)
    const name = nameAddress({ reading, address })
    // Uniswap's routers use 1 for the caller and 2 for themselves.
    const isPlaceholder = display?.intent === 'swap' && /^0x0{39}[12]$/.test(value)
    const notice = isPlaceholder ? null : await noteField({ reading, address, label })
    return { label, value: { kind: 'address', address, name, notice } }
  }
  return { label, value: { kind: 'bytes', hex: value as `0x${string}` } }
}

async function formatAmount({
  reading,
  amount,
  type,
  mark: { field, token },
  isApproval,
}: {
  reading: Reading
  amount: bigint
  type: string
  mark: Mark
  isApproval: boolean
}): Promise<Formatted> {
  const { label } = field
  const isNative = !field.tokenPath || token === null || /^0x0{40}$/.test(token)
  const asset = isNative ? reading.assets.native : (await reading.assets.read(token)).name
  // `approve` and `transferFrom` have the same signature for single items and for amounts.
  if (asset.kind === 'erc721' && field.tokenPath === '@.to')
    return { label: 'tokenId', value: { kind: 'text', text: amount.toString() } }
  const bits = Number(/^uint(\d+)$/.exec(type)?.[1] ?? 256)
  let isUnlimited = amount >= 1n << BigInt(bits - 1)
  if (!isUnlimited && isApproval && token && amount > 0n) {
    const supply = await reading.assets.totalSupply(token)
    isUnlimited = supply !== undefined && supply > 0n && amount > supply
  }
  return {
    label,
    value: { kind: 'amount', amount, text: formatUnits(amount, asset.decimals ?? 0), asset, isUnlimited },
  }
}

/** Receivers get every notice; other parties only the one for look-alikes. */
async function noteField({
  reading,
  address,
  label,
}: {
  reading: Reading
  address: `0x${string}`
  label: DescriptionField['label']
}): Promise<AddressNotice | null> {
  if (label === 'receiver') return noteReceiver({ reading, address })
  if (label !== 'spender' && label !== 'operator') return null
  const { account, knownAddresses } = reading
  const notice = noteAddress({ address, account, knownAddresses })
  return notice.kind === 'firstTime' ? null : notice
}

/** Returns the notice about a receiving address, also if it is a token contract. */
export async function noteReceiver({
  reading,
  address,
}: {
  reading: Reading
  address: `0x${string}`
}): Promise<AddressNotice> {
  const { account, knownAddresses, assets } = reading
  const notice = noteAddress({ address, account, knownAddresses })
  if (notice.kind !== 'firstTime' && notice.kind !== 'known') return notice
  return (await assets.read(address)).isToken ? { kind: 'tokenContract' } : notice
}
