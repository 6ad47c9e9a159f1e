import type { Descriptor, FieldDisplay } from './Descriptor.ts'

const fields: readonly FieldDisplay[] = [
  { path: 'offerer', label: 'owner', format: 'address' },
  { path: 'offer.[].token', label: 'token', format: 'address' },
  { path: 'offer.[].identifierOrCriteria', label: 'tokenId', format: 'raw' },
  { path: 'offer.[].startAmount', label: 'paid', format: 'amount', tokenPath: 'offer.[].token' },
  { path: 'offer.[].endAmount', label: 'paid', format: 'amount', tokenPath: 'offer.[].token' },
  { path: 'consideration.[].token', label: 'token', format: 'address' },
  { path: 'consideration.[].identifierOrCriteria', label: 'tokenId', format: 'raw' },
  {
    path: 'consideration.[].startAmount',
    label: 'minimumReceived',
    format: 'amount',
    tokenPath: 'consideration.[].token',
  },
  {
    path: 'consideration.[].endAmount',
    label: 'minimumReceived',
    format: 'amount',
    tokenPath: 'consideration.[].token',
  },
  { path: 'consideration.[].recipient', label: 'receiver', format: 'address' },
  { path: 'endTime', label: 'deadline', format: 'date' },
]

/** Seaport: orders that transfer tokens by signature. Source: Seaport 1.1 to 1.6. */
export const seaportDescriptor: Descriptor = {
  name: 'Seaport',
  deployments: [
    { address: '0x0000000000000068F116a894984e2DB1123eB395' },
    { address: '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC' },
    { address: '0x00000000000001ad428e4906aE43D8F9852d0dD6' },
    { address: '0x00000000006c3852cbEf3e08E8dF289169EdE581' },
  ],
  types: {
    'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)':
      { intent: 'signTypedData', fields },
  },
}
