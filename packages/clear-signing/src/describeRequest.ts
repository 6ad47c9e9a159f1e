import { createAssetBook } from './assets/AssetBook.ts'
import { describeBatch } from './batch/describeBatch.ts'
import { createChain } from './chain/Chain.ts'
import type { DescribeParameters } from './DescribeParameters.ts'
import type { Description, Finding } from './Description.ts'
import { bundledDescriptors } from './descriptors/bundledDescriptors.ts'
import { createDescriptorIndex } from './descriptors/DescriptorIndex.ts'
import { describeMessage } from './message/describeMessage.ts'
import { describePermissions } from './permissions/describePermissions.ts'
import type { Reading } from './Reading.ts'
import { Malformed } from './request/Malformed.ts'
import { type ReadRequest, readRequest } from './request/readRequest.ts'
import { refuse } from './request/refuse.ts'
import { describeTransaction } from './transaction/describeTransaction.ts'
import { readTransaction } from './transaction/readTransaction.ts'
import { describeTypedData } from './typedData/describeTypedData.ts'

/**
 * Describes the effect of a request before signing: it decodes the request, simulates it on the chain, and applies the rules. Never
 * throws: it describes every request, and refuses one that cannot be read. The result is plain data. Balance changes are expected, not
 * certain.
 *
 * @example
 * const description = await describeRequest({ request, read, network, knownAddresses: [], now: Date.now })
 * const isRefused = description.findings.some(({ level }) => level === 'refuse')
 */
export async function describeRequest(parameters: DescribeParameters): Promise<Description> {
  let request: ReadRequest
  try {
    request = readRequest(parameters.request)
  } catch (error) {
    return refuse({ findings: [toFinding(error)], raw: '' })
  }
  try {
    return complete({ description: await describe({ parameters, request }), parameters })
  } catch (error) {
    return refuse({ findings: [toFinding(error)], raw: request.raw })
  }
}

async function describe({
  parameters,
  request,
}: {
  parameters: DescribeParameters
  request: ReadRequest
}): Promise<Description> {
  const { method, params, raw } = request
  const reading = createReading({ parameters, request })
  let description: Description
  if (method === 'eth_sendTransaction') {
    const value: unknown = Array.isArray(params) ? params[0] : undefined
    const { account, chainId } = reading
    const { transaction, findings } = readTransaction({ value, account, chainId })
    description =
      findings.length > 0 ? refuse({ findings, raw }) : await describeTransaction({ reading, transaction, raw })
  } else if (method === 'wallet_sendCalls') description = await describeBatch({ reading, request })
  else if (method === 'wallet_grantPermissions' || method === 'wallet_revokePermissions')
    description = await describePermissions({ reading, request })
  else if (method === 'personal_sign') description = describeMessage({ reading, request })
  else if (method === 'eth_signTypedData_v4') description = await describeTypedData({ reading, request })
  else {
    const values = { method: method.slice(0, 60) }
    return refuse({ findings: [{ level: 'refuse', code: 'methodForbidden', values }], raw })
  }
  const imitations: Finding[] = (await reading.assets.imitations()).map(({ name: { address, symbol } }) => ({
    level: 'warn',
    code: 'unverifiedContract',
    values: { ...(address ? { address } : {}), reason: 'imitation', symbol },
  }))
  return { ...description, findings: [...description.findings, ...imitations] }
}

function createReading({
  parameters: { read, network, knownAddresses, tokens = [], guarded = [], now, descriptors = [] },
  request: { account, origin, chainNumber, asOperation },
}: {
  parameters: DescribeParameters
  request: ReadRequest
}): Reading {
  const chain = createChain({ read })
  return {
    ...{
      chain,
      chainId: chainNumber,
      network,
      account,
      origin,
      knownAddresses,
      asOperation: asOperation === true,
      now,
    },
    guarded: guarded.map((address) => address.toLowerCase()),
    assets: createAssetBook({ chain, network, tokens }),
    index: createDescriptorIndex({ descriptors: [...descriptors, ...bundledDescriptors], chainId: chainNumber }),
  }
}

/** Sorts the findings by weight, removes duplicates, and removes the payload if a finding forbids signing. */
function complete({
  description,
  parameters: { network },
}: {
  description: Description
  parameters: DescribeParameters
}): Description {
  const all = [...description.findings, ...description.parts.flatMap(({ findings }) => findings)]
  const isRefused = all.some(({ level }) => level === 'refuse')
  const noted: Finding[] = network.testnet
    ? [...description.findings, { level: 'note', code: 'testNetwork', values: { name: network.name } }]
    : [...description.findings]
  const unique = [...new Map(noted.map((finding) => [JSON.stringify(finding), finding])).values()]
  const weight = { refuse: 0, warn: 1, note: 2 }
  const findings = unique.sort((a, b) => weight[a.level] - weight[b.level])
  const parts = isRefused ? description.parts.map((part) => ({ ...part, transaction: null })) : description.parts
  return { ...description, findings, parts, transaction: isRefused ? null : description.transaction }
}

function toFinding(error: unknown): Finding {
  const [field, reason] =
    error instanceof Malformed ? [error.field, error.message] : ['request', 'it could not be read']
  return { level: 'refuse', code: 'malformed', values: { field, reason } }
}
