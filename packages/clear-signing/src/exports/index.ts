export type { DescribeParameters, KnownAddress, SigningNetwork, VouchedToken } from '../DescribeParameters.ts'
export type * from '../Description.ts'
export type { Descriptor, Display, FieldDisplay } from '../descriptors/Descriptor.ts'
