import { modalEntry } from '../../modal/modalEntry.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { AccountSettings } from './AccountSettings.tsx'
import { ApproveTransaction } from './ApproveTransaction.tsx'
import { EmailVerifyDevice } from './EmailVerifyDevice.tsx'
import { EmailVerifyOtp } from './EmailVerifyOtp.tsx'
import { emailCss } from './email.css.ts'
import { Security } from './Security.tsx'
import { UpdateEmail } from './UpdateEmail.tsx'
import { UpdateEmailPrimaryOtp } from './UpdateEmailPrimaryOtp.tsx'
import { UpdateEmailSecondaryOtp } from './UpdateEmailSecondaryOtp.tsx'

/** What goes with the embedded wallet: what stands behind its card, and the settings of the account. */
export const group: ViewGroup = {
  after: modalEntry,
  views: {
    EmailVerifyDevice,
    EmailVerifyOtp,
    ApproveTransaction,
    AccountSettings,
    UpdateEmail,
    UpdateEmailPrimaryOtp,
    UpdateEmailSecondaryOtp,
    Security,
  },
  styles: [emailCss],
}
