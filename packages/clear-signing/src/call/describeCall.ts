import { selectAddress, selectPath } from '../abi/selectPath.ts'
import type { ValueNode } from '../abi/ValueNode.ts'
import { nameAddress } from '../address/nameAddress.ts'
import type { DescriptionField, Finding, Intent } from '../Description.ts'
import type { InnerCall } from '../descriptors/Descriptor.ts'
import { formatFields, noteReceiver } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'
import { decodeCall } from './decodeCall.ts'
import { judgeCall } from './judgeCall.ts'
import { judgeRecipient } from './judgeRecipient.ts'

/** What a call says of itself. */
export type DescribedCall = {
  intent: Intent
  /** Null: it cannot be read. */
  signature: string | null
  fields: readonly DescriptionField[]
  findings: readonly Finding[]
}

/** How deep calls in calls are followed, and how many of them. */
const depthLimit = 4
const innerLimit = 64

/** Reads a call with everything that it carries. */
export async function describeCall({
  reading,
  to,
  data,
  depth = 0,
}: {
  reading: Reading
  to: `0x${string}` | null
  data: `0x${string}`
  depth?: number
}): Promise<DescribedCall> {
  const decoded = decodeCall({ index: reading.index, to, data })
  if (!decoded) {
    const field: DescriptionField = {
      name: 'data',
      label: null,
      type: 'bytes',
      value: { kind: 'bytes', hex: data },
      children: [],
    }
    return { intent: 'contractCall', signature: null, fields: [field], findings: [blindData(data)] }
  }
  const { signature, nodes, display } = decoded
  const inner = await describeInner({ reading, nodes, calls: display.calls ?? [], to, depth })
  const fields = await formatFields({ reading, nodes, display, to, inner: inner.fields })
  const own = await judgeCall({ reading, intent: display.intent, fields: withoutInner(fields), to })
  const carried = inner.intents.find((intent) => intent !== 'contractCall')
  return {
    intent: display.intent === 'contractCall' && carried ? carried : own.intent,
    signature,
    fields,
    findings: [...own.findings, ...inner.findings],
  }
}

/** Says that data cannot be read. */
export function blindData(data: string): Finding {
  return { level: 'warn', code: 'blindData', values: { bytes: String((data.length - 2) / 2) } }
}

/** The fields of a call itself, without those of the calls that it carries. */
function withoutInner(fields: readonly DescriptionField[]): readonly DescriptionField[] {
  return fields.map((field) => ({
    ...field,
    children: field.children.some(({ type }) => type === 'call') ? [] : withoutInner(field.children),
  }))
}

/** Reads the calls that a call or a message carries. */
export async function describeInner({
  reading,
  nodes,
  calls,
  to,
  depth,
}: {
  reading: Reading
  nodes: readonly ValueNode[]
  calls: readonly InnerCall[]
  to: `0x${string}` | null
  depth: number
}): Promise<{
  fields: ReadonlyMap<ValueNode, readonly DescriptionField[]>
  findings: readonly Finding[]
  intents: readonly Intent[]
}> {
  const fields = new Map<ValueNode, readonly DescriptionField[]>()
  const findings: Finding[] = []
  const intents: Intent[] = []
  for (const { path, to: targetPath } of calls)
    for (const [position, { node, indexes }] of selectPath({ nodes, path }).entries()) {
      const data = node.value
      if (typeof data !== 'string') continue
      const target = targetPath === '@.to' ? to : (selectAddress({ nodes, path: targetPath, indexes }) ?? null)
      if (data === '0x') {
        if (!target) continue
        const notice = await noteReceiver({ reading, address: target })
        findings.push(...(await judgeRecipient({ reading, address: target, notice })))
        continue
      }
      if (depth >= depthLimit || position >= innerLimit) {
        findings.push(blindData(data))
        continue
      }
      const call = await describeCall({ reading, to: target, data: data as `0x${string}`, depth: depth + 1 })
      const wrapper: DescriptionField = {
        name: call.signature ?? 'call',
        label: null,
        type: 'call',
        value: target
          ? { kind: 'address', address: target, name: nameAddress({ reading, address: target }), notice: null }
          : { kind: 'none' },
        children: call.fields,
      }
      fields.set(node, [wrapper])
      findings.push(...call.findings)
      intents.push(call.intent)
    }
  return { fields, findings, intents }
}
