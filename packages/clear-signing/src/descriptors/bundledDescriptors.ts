import { accountDescriptors } from './accountDescriptors.ts'
import type { Descriptor } from './Descriptor.ts'
import { permit2Descriptor } from './permit2Descriptor.ts'
import { seaportDescriptor } from './seaportDescriptor.ts'
import { swapDescriptors } from './swapDescriptors.ts'
import { tokenDescriptors } from './tokenDescriptors.ts'

/** Descriptors that need no request. Those with deployments take precedence. */
export const bundledDescriptors: readonly Descriptor[] = [
  permit2Descriptor,
  seaportDescriptor,
  ...tokenDescriptors,
  ...swapDescriptors,
  ...accountDescriptors,
]
