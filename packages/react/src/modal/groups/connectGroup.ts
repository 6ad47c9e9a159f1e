import { Connect } from '../../views/connect/Connect.tsx'
import { ConnectingExternal } from '../../views/connect/ConnectingExternal.tsx'
import { ConnectingMultiChain } from '../../views/connect/ConnectingMultiChain.tsx'
import { connectCss } from '../../views/connect/connect.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'

/** The views to choose and reach a wallet. They load with the modal. */
export const connectGroup: ViewGroup = {
  views: { Connect, ConnectingExternal, ConnectingMultiChain },
  styles: [connectCss],
}
