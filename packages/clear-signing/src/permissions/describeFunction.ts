import { formatUnits } from '@latchkey/protocol'
import { nameAddress } from '../address/nameAddress.ts'
import { noteAddress } from '../address/noteAddress.ts'
import type { Reading } from '../Reading.ts'
import { Malformed } from '../request/Malformed.ts'
import { functionKind } from './functionKinds.ts'
import type { ArgumentValue, NamedAddress, PermissionLine } from './PermissionsDescription.ts'
import type { ReadRule } from './readArgument.ts'
import type { ReadPermission } from './readGrant.ts'

/**
 * Describes an allowed function, with the condition of each argument.
 *
 * @throws Malformed if its name hides another function: an app can search for a name with the same selector
 */
export async function describeFunction({
  reading,
  permission: { contract, called, rules, valueLimit },
}: {
  reading: Reading
  permission: Extract<ReadPermission, { kind: 'call' }>
}): Promise<Extract<PermissionLine, { kind: 'call' }>> {
  const { canonical, selector, inputs } = called
  const known = reading.index.functions({ selector, to: contract })
  const truth = functionKind(selector)?.canonical ?? known[0]?.canonical
  if (truth !== undefined && truth !== canonical && !known.some((one) => one.canonical === canonical))
    throw new Malformed('functions', `its name stands for ${truth}`)
  const match = known.find((one) => one.canonical === canonical)
  const isAmount = (index: number) => {
    const name = match?.inputs[index]?.name
    return match?.display.fields.some(
      ({ path, format, tokenPath }) => path === name && format === 'amount' && tokenPath === '@.to',
    )
  }
  const { native } = reading.assets
  return {
    kind: 'call',
    contract: nameParty({ reading, address: contract }),
    signature: canonical,
    arguments: await Promise.all(
      inputs.map(async ({ name, type }, index) => {
        const rule = rules[index]
        const token = rule && isAmount(index) ? contract : null
        return {
          ...{ name, type },
          rule: rule ? { operator: rule.operator, value: await formatValue({ reading, rule, token }) } : null,
        }
      }),
    ),
    valueText: valueLimit === 0n ? null : formatUnits(valueLimit, native.decimals ?? 0),
    coin: native,
  }
}

async function formatValue({
  reading,
  rule: { value },
  token,
}: {
  reading: Reading
  rule: ReadRule
  /** Token of the amount. */
  token: `0x${string}` | null
}): Promise<ArgumentValue> {
  if (value.kind === 'text') return value
  if (value.kind === 'address') return { kind: 'address', ...nameParty({ reading, address: value.value }) }
  const asset = token === null ? undefined : (await reading.assets.read(token)).name
  // The same functions take the ID of an item.
  if (asset?.kind !== 'erc20') return { kind: 'text', text: value.value.toString() }
  return { kind: 'amount', text: formatUnits(value.value, asset.decimals ?? 0), asset }
}

/** Names an address. Only a notice about own or look-alike addresses matters here. */
function nameParty({ reading, address }: { reading: Reading; address: `0x${string}` }): NamedAddress {
  const { account, knownAddresses } = reading
  const notice = noteAddress({ address, account, knownAddresses })
  const isTelling = notice.kind === 'own' || notice.kind === 'lookAlike'
  return { address, name: nameAddress({ reading, address }), notice: isTelling ? notice : null }
}
