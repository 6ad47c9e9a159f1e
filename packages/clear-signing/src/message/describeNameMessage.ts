import { nameAddress } from '../address/nameAddress.ts'
import { noteAddress } from '../address/noteAddress.ts'
import type { Description, DescriptionField, FieldValue } from '../Description.ts'
import type { Reading } from '../Reading.ts'
import type { NameMessage } from './readNameMessage.ts'

/** Describes a message about a name; an address that is not the visitor's own gets a warning. */
export function describeNameMessage({
  reading,
  message: { name, attributes, timestamp, record },
}: {
  reading: Reading
  message: NameMessage
}): Pick<Description, 'fields' | 'findings' | 'target' | 'nameMessage'> {
  const fields = Object.entries(attributes).map(
    ([key, text]): DescriptionField => ({ name: key, label: null, type: '', value: toValue(text), children: [] }),
  )
  if (!record) return { fields, findings: [], target: null, nameMessage: { name, timestamp, network: null } }
  const { address, chainId } = record
  const { account, knownAddresses, network } = reading
  const notice = noteAddress({ address, account, knownAddresses })
  const isInUse = chainId === `eip155:${reading.chainId}`
  return {
    fields,
    findings: notice.kind === 'own' ? [] : [{ level: 'warn', code: 'nameToOther', values: { address } }],
    target: { address, name: nameAddress({ reading, address }), notice },
    nameMessage: {
      name,
      timestamp,
      network: isInUse ? network.name : chainId === 'eip155:1' ? 'Ethereum' : chainId,
    },
  }
}

/** A picture is shown by its size, because its digits mean nothing to a visitor. */
function toValue(text: string): FieldValue {
  const digits = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]+)={0,2}$/.exec(text)?.[1]
  return digits ? { kind: 'picture', size: Math.floor((digits.length * 3) / 4) } : { kind: 'text', text }
}
