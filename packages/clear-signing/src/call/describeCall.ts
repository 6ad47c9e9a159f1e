import { getAddress } from 'viem/utils'
import { decodeArguments } from '../abi/decodeArguments.ts'
import { selectAddress, selectPath } from '../abi/selectPath.ts'
import type { ValueNode } from '../abi/ValueNode.ts'
import { nameAddress } from '../address/nameAddress.ts'
import type { DescriptionField, Finding, Intent } from '../Description.ts'
import type { Display } from '../descriptors/Descriptor.ts'
import { formatFields, noteReceiver } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'
import { judgeCall } from './judgeCall.ts'
import { judgeReceiver } from './judgeReceiver.ts'
import { readRouterCommands } from './routerCommands.ts'

/** A described call. */
export type DescribedCall = {
  intent: Intent
  /** Null: it cannot be decoded. */
  signature: string | null
  fields: readonly DescriptionField[]
  findings: readonly Finding[]
}

/** Depth to which nested calls are followed, and their number. */
const depthLimit = 4
const innerLimit = 64

/** Describes a call with everything that it carries. */
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
  return describeDecoded({ reading, decoded, to, depth })
}

async function describeDecoded({
  reading,
  decoded: { signature, nodes, display },
  to,
  depth,
}: {
  reading: Reading
  decoded: DecodedCall
  to: `0x${string}` | null
  depth: number
}): Promise<DescribedCall> {
  const inner = await describeInner({ reading, nodes, display, to, depth })
  const fields = await formatFields({ reading, nodes, display, to, inner: inner.fields })
  const own = await judgeCall({ reading, intent: display.intent, fields: withoutInner(fields), to })
  const carried = carriedIntent(inner.intents)
  return {
    intent: display.intent === 'contractCall' && carried ? carried : own.intent,
    signature,
    fields,
    findings: [...own.findings, ...inner.findings],
  }
}

/**
 * Returns the common intent of nested calls. A swap may include its preparation. Every other mixture has no name, so that the first
 * call cannot hide the others.
 */
function carriedIntent(intents: readonly Intent[]): Intent | undefined {
  const kinds = new Set(intents)
  if (kinds.size === 1) return intents[0]
  return kinds.has('swap') ? 'swap' : undefined
}

/** Creates the finding for data that cannot be decoded. */
export function blindData(data: string): Finding {
  return { level: 'warn', code: 'blindData', values: { bytes: String((data.length - 2) / 2) } }
}

/** The fields of a call itself, without those of nested calls. */
function withoutInner(fields: readonly DescriptionField[]): readonly DescriptionField[] {
  return fields.map((field) => ({
    ...field,
    children: field.children.some(({ type }) => type === 'call') ? [] : withoutInner(field.children),
  }))
}

/** Describes the calls inside a call or a message. */
export async function describeInner({
  reading,
  nodes,
  display,
  to,
  depth,
}: {
  reading: Reading
  nodes: readonly ValueNode[]
  display: Display | undefined
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
  for (const { path, to: targetPath } of display?.calls ?? [])
    for (const [position, { node, indexes }] of selectPath({ nodes, path }).entries()) {
      const data = node.value
      if (typeof data !== 'string') continue
      const found = targetPath === '@.to' ? to : selectAddress({ nodes, path: targetPath, indexes })
      const target = found ? getAddress(found) : null
      if (data === '0x') {
        if (!target) continue
        const notice = await noteReceiver({ reading, address: target })
        findings.push(...(await judgeReceiver({ reading, address: target, notice })))
        continue
      }
      if (depth >= depthLimit || position >= innerLimit) {
        findings.push(blindData(data))
        continue
      }
      const call = await describeCall({ reading, to: target, data: data as `0x${string}`, depth: depth + 1 })
      fields.set(node, [toCallField({ reading, call, target })])
      findings.push(...call.findings)
      intents.push(call.intent)
    }
  if (display?.hasRouterCommands)
    for (const { node, call } of await describeCommands({ reading, nodes, to, depth })) {
      fields.set(node, [toCallField({ reading, call, target: null })])
      findings.push(...call.findings)
    }
  return { fields, findings, intents }
}

/** Describes the commands of a Universal Router, each with its input. */
async function describeCommands({
  reading,
  nodes,
  to,
  depth,
}: {
  reading: Reading
  nodes: readonly ValueNode[]
  to: `0x${string}` | null
  depth: number
}): Promise<readonly { node: ValueNode; call: DescribedCall }[]> {
  const commands = nodes.find(({ name }) => name === 'commands')?.value
  const inputs = nodes.find(({ name }) => name === 'inputs')?.children ?? []
  const known = readRouterCommands(typeof commands === 'string' ? commands : '0x').slice(0, innerLimit)
  return Promise.all(
    inputs.map(async (node, index) => {
      const data = String(node.value) as `0x${string}`
      const command = known[index]
      const values = command && decodeArguments({ inputs: command.inputs, data })
      if (!command || !values)
        return { node, call: { intent: 'contractCall', signature: null, fields: [], findings: [blindData(data)] } }
      const decoded = { signature: command.canonical, nodes: values, display: command.display }
      return { node, call: await describeDecoded({ reading, decoded, to, depth: depth + 1 }) }
    }),
  )
}

function toCallField({
  reading,
  call,
  target,
}: {
  reading: Reading
  call: DescribedCall
  target: `0x${string}` | null
}): DescriptionField {
  const name = target ? nameAddress({ reading, address: target }) : null
  return {
    name: call.signature ?? 'call',
    label: null,
    type: 'call',
    value: target ? { kind: 'address', address: target, name, notice: null } : { kind: 'none' },
    children: call.fields,
  }
}
