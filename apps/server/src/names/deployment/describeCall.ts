import { type Abi, type Address, encodeFunctionData } from 'viem'

/** A call that an owner has to make. */
export type NamedCall = { to: Address; abi: Abi; functionName: string; args: readonly unknown[] }

/** Describes a call so that its owner can make it with any wallet: target, function and data. */
export function describeCall({ to, abi, functionName, args }: NamedCall): string[] {
  const entry = abi.find((one) => one.type === 'function' && one.name === functionName)
  const inputs = entry?.type === 'function' ? entry.inputs : []
  return [
    `  to        ${to}`,
    `  function  ${functionName}(${inputs.map(({ type }) => type).join(',')})`,
    ...args.map((argument, index) => `  ${(inputs[index]?.name ?? '').replace(/_$/, '').padEnd(8)}  ${argument}`),
    `  data      ${encodeFunctionData({ abi, functionName, args })}`,
  ]
}
