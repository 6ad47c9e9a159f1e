import type { Descriptor, Display, FieldDisplay } from './Descriptor.ts'

const to: FieldDisplay = { path: 'to', label: 'receiver', format: 'address' }
const deadline: FieldDisplay = { path: 'deadline', label: 'deadline', format: 'date' }
const first = 'path.[0]'
const last = 'path.[-1]'
const paid = (path: string, tokenPath?: string): FieldDisplay => amountOf('paid', path, tokenPath)
const received = (path: string, tokenPath?: string): FieldDisplay => amountOf('minimumReceived', path, tokenPath)

function amountOf(label: FieldDisplay['label'], path: string, tokenPath?: string): FieldDisplay {
  return { path, label, format: 'amount', ...(tokenPath ? { tokenPath } : {}) }
}

function swap(...fields: FieldDisplay[]): Display {
  return { intent: 'swap', fields }
}

const exactIn = swap(paid('amountIn', first), received('amountOutMin', last), to, deadline)
const exactInForNative = swap(paid('amountIn', first), received('amountOutMin'), to, deadline)
const nativeIn = swap(received('amountOutMin', last), to, deadline)
const inTail = 'uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline'
const outTail = 'uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline'
const nativeTail = 'uint256 amountOutMin,address[] path,address to,uint256 deadline'

const commands: Display = { intent: 'swap', fields: [], hasRouterCommands: true }
const multicall: Display = { intent: 'contractCall', fields: [], calls: [{ path: 'data.[]', to: '@.to' }] }
const recipient: FieldDisplay = { path: 'params.recipient', label: 'receiver', format: 'address' }
const single = (deadlineType: string) =>
  `(address tokenIn,address tokenOut,uint24 fee,address recipient,${deadlineType}uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params`
const singleOut = (deadlineType: string) =>
  `(address tokenIn,address tokenOut,uint24 fee,address recipient,${deadlineType}uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params`
const paramsDeadline: FieldDisplay = { path: 'params.deadline', label: 'deadline', format: 'date' }
const exactInputSingle = [
  paid('params.amountIn', 'params.tokenIn'),
  received('params.amountOutMinimum', 'params.tokenOut'),
  recipient,
]
const exactOutputSingle = [
  paid('params.amountInMaximum', 'params.tokenIn'),
  received('params.amountOut', 'params.tokenOut'),
  recipient,
]
const exactInput = [
  paid('params.amountIn', 'params.path.[0:20]'),
  received('params.amountOutMinimum', 'params.path.[-20:]'),
  recipient,
]
const exactOutput = [
  paid('params.amountInMaximum', 'params.path.[-20:]'),
  received('params.amountOut', 'params.path.[0:20]'),
  recipient,
]
const unwrap: Display = { intent: 'unwrap', fields: [received('amountMinimum'), { ...to, path: 'recipient' }] }
const sweep: Display = {
  intent: 'withdraw',
  fields: [received('amountMinimum', 'token'), { ...to, path: 'recipient' }],
}
const selfPermit: Display = { intent: 'permit', fields: [amountOf('amount', 'value', 'token'), deadline] }

/** Exchanges. Source: Uniswap V2 Router02, V3 SwapRouter, SwapRouter02 and Universal Router. */
export const swapDescriptors: readonly Descriptor[] = [
  {
    name: 'Uniswap V2',
    takesFromCallerOnly: true,
    deployments: [
      { chainId: 1, address: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' },
      { chainId: 31337, address: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' },
      { chainId: 31338, address: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' },
      { chainId: 8453, address: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24' },
    ],
  },
  {
    // Copies of this router exist on many networks. The functions are the same, but their owners are unknown, so they have no name.
    functions: {
      [`swapExactTokensForTokens(${inTail})`]: exactIn,
      [`swapExactTokensForTokensSupportingFeeOnTransferTokens(${inTail})`]: exactIn,
      [`swapExactTokensForETH(${inTail})`]: exactInForNative,
      [`swapExactTokensForETHSupportingFeeOnTransferTokens(${inTail})`]: exactInForNative,
      [`swapTokensForExactTokens(${outTail})`]: swap(
        paid('amountInMax', first),
        received('amountOut', last),
        to,
        deadline,
      ),
      [`swapTokensForExactETH(${outTail})`]: swap(paid('amountInMax', first), received('amountOut'), to, deadline),
      [`swapExactETHForTokens(${nativeTail})`]: nativeIn,
      [`swapExactETHForTokensSupportingFeeOnTransferTokens(${nativeTail})`]: nativeIn,
      'swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)': swap(
        received('amountOut', last),
        to,
        deadline,
      ),
    },
  },
  {
    name: 'Uniswap V3',
    takesFromCallerOnly: true,
    deployments: [{ address: '0xE592427A0AEce92De3Edee1F18E0157C05861564' }],
  },
  {
    name: 'Uniswap',
    takesFromCallerOnly: true,
    deployments: [
      { address: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45' },
      { chainId: 8453, address: '0x2626664c2603336E57B271c5C0b26F421741e481' },
      { address: '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD' },
      { chainId: 1, address: '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af' },
      { chainId: 8453, address: '0x6fF5693b99212Da76ad316178A184AB56D299b43' },
    ],
  },
  {
    functions: {
      [`exactInputSingle(${single('uint256 deadline,')})`]: swap(...exactInputSingle, paramsDeadline),
      [`exactInputSingle(${single('')})`]: swap(...exactInputSingle),
      [`exactOutputSingle(${singleOut('uint256 deadline,')})`]: swap(...exactOutputSingle, paramsDeadline),
      [`exactOutputSingle(${singleOut('')})`]: swap(...exactOutputSingle),
      'exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum) params)':
        swap(...exactInput, paramsDeadline),
      'exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)': swap(
        ...exactInput,
      ),
      'exactOutput((bytes path,address recipient,uint256 deadline,uint256 amountOut,uint256 amountInMaximum) params)':
        swap(...exactOutput, paramsDeadline),
      'exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)': swap(
        ...exactOutput,
      ),
      'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to)': swap(
        paid('amountIn', first),
        received('amountOutMin', last),
        to,
      ),
      'swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to)': swap(
        paid('amountInMax', first),
        received('amountOut', last),
        to,
      ),
      'multicall(bytes[] data)': multicall,
      'multicall(uint256 deadline,bytes[] data)': { ...multicall, fields: [deadline] },
      'multicall(bytes32 previousBlockhash,bytes[] data)': multicall,
      'unwrapWETH9(uint256 amountMinimum,address recipient)': unwrap,
      'unwrapWETH9(uint256 amountMinimum)': { intent: 'unwrap', fields: [received('amountMinimum')] },
      'sweepToken(address token,uint256 amountMinimum,address recipient)': sweep,
      'sweepToken(address token,uint256 amountMinimum)': {
        intent: 'withdraw',
        fields: [received('amountMinimum', 'token')],
      },
      'refundETH()': { intent: 'contractCall', fields: [] },
      'selfPermit(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)': selfPermit,
      'selfPermitIfNecessary(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)': selfPermit,
      'execute(bytes commands,bytes[] inputs,uint256 deadline)': { ...commands, fields: [deadline] },
      'execute(bytes commands,bytes[] inputs)': commands,
    },
  },
]
