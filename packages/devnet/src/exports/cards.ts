export type {
  CardFault,
  CardMessage,
  CardProcessor,
  CardRefund,
  Checkout,
  CheckoutState,
} from '../cards/CardProcessor.ts'
export { startCardProcessor } from '../cards/startCardProcessor.ts'
export { type TestNumber, testAccounts, testCards } from '../cards/testCards.ts'
