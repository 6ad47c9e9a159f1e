/**
 * Token functions whose amount counts toward an allowance, with the index of that 32-byte word after the selector. The chain
 * has the same list (`TokenFunctions.sol`).
 */
export const countedFunctions: ReadonlyMap<string, number> = new Map([
  ['0xa9059cbb', 1], // transfer(address,uint256)
  ['0x095ea7b3', 1], // approve(address,uint256)
  ['0x39509351', 1], // increaseAllowance(address,uint256)
  ['0xd73dd623', 1], // increaseApproval(address,uint256), its older name
  ['0x23b872dd', 2], // transferFrom(address,address,uint256)
])

/** Functions that move tokens, or let others move them, without a countable amount. No permission can call them. */
export const uncountableFunctions: ReadonlySet<string> = new Set([
  '0xa22cb465', // setApprovalForAll(address,bool): ERC-721, ERC-1155
  '0x558a7297', // setOperator(address,bool): ERC-6909
  '0x426a8493', // approve(address,uint256,uint256): ERC-6909
  '0x959b8c3f', // authorizeOperator(address): ERC-777
  '0x9bd9bbc6', // send(address,uint256,bytes): ERC-777
  '0x62ad1b83', // operatorSend(address,address,uint256,bytes,bytes): ERC-777
  '0x1296ee62', // transferAndCall(address,uint256): ERC-1363
  '0x4000aea0', // transferAndCall(address,uint256,bytes)
  '0xd8fbe994', // transferFromAndCall(address,address,uint256)
  '0xc1d34b89', // transferFromAndCall(address,address,uint256,bytes)
  '0x3177029f', // approveAndCall(address,uint256)
  '0xcae9ca51', // approveAndCall(address,uint256,bytes)
  '0x42232a4c', // temporaryApprove(address,uint256): ERC-7674
  '0x87517c45', // approve(address,address,uint160,uint48): Permit2
  '0x36c78516', // transferFrom(address,address,uint160,address): Permit2
  '0x0d58b1db', // transferFrom((address,address,uint160,address)[]): Permit2
])
