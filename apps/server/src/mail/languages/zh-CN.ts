import type { MailCatalog } from './MailCatalog.ts'

export const zhCN: MailCatalog = {
  direction: 'ltr',
  labels: { app: '应用', site: '网站', device: '设备', time: '时间' },
  texts: {
    loginCode: { subject: '你的 {app} 登录验证码', body: '请输入此验证码以登录 {app}。' },
    deviceLink: {
      subject: '为 {app} 批准一台设备',
      body: '有一台设备想用你的邮箱地址登录 {app}。请打开链接，并输入该设备上显示的两位数字。',
      action: '查看设备',
    },
    stepUpCode: { subject: '你的 {app} 确认码', body: '请输入此验证码，以便在 {app} 中确认是你本人操作。' },
    emailChangeOldCode: {
      subject: '更改 {app} 邮箱地址的验证码',
      body: '请输入此验证码，以允许 {newEmail} 代替本地址登录你的账户。',
    },
    emailChangeNewCode: {
      subject: '确认你在 {app} 的新邮箱地址',
      body: '请输入此验证码，今后即可用本地址登录 {app}。',
    },
    emailChanged: {
      subject: '你在 {app} 的邮箱地址已更改',
      body: '今后你将使用 {newEmail} 登录 {app}。{hours} 小时内你可以在此撤销更改；撤销后所有设备都会退出登录。',
      action: '撤销更改',
    },
    passwordTried: {
      subject: '有人尝试用密码打开你的 {app} 钱包',
      body: '一台没有你钱包的设备尝试用密码打开它。这是 24 小时内 {limit} 次中的第 {count} 次尝试。',
    },
    walletRecovered: {
      subject: '你的 {app} 钱包已在新设备上打开',
      body: '你账户的钱包在一台此前没有该钱包的设备上被打开。',
    },
    walletExported: {
      subject: '你的 {app} 钱包已被导出',
      body: '已导出：{kind}。持有它的人可以动用钱包中的全部资产。',
    },
    walletExportedOffline: {
      subject: '你的 {app} 钱包在服务器无响应时被导出',
      body: '已在以下设备上导出：{kind}。当时该设备无法连接服务器，现在补报。持有它的人可以动用钱包中的全部资产。',
    },
    recoveryAdded: {
      subject: '你的 {app} 钱包新增了恢复方式',
      body: '已添加：{kind}。它可以在新设备上打开你的钱包。',
    },
    recoveryRemoved: {
      subject: '你的 {app} 钱包移除了一种恢复方式',
      body: '已移除：{kind}。它不能再打开你的钱包。',
    },
    newDevice: {
      subject: '有新设备登录了 {app}',
      body: '你的账户此前不认识的一台设备已登录。如果是你本人，则无需操作；如果不是，请立即结束此次登录。',
      action: '结束此次登录',
    },
    deviceRevoked: {
      subject: '一台设备已退出 {app}',
      body: '下列设备已退出登录，不能再打开你的钱包。',
    },
    walletRotated: {
      subject: '你的 {app} 钱包有了新密钥',
      body: '你的钱包有了新的密钥。其他设备需要重新添加；地址和余额保持不变。{days} 天内你可以在此撤销更改；撤销后所有设备都会退出登录。',
      action: '撤销更改',
    },
    walletRestored: {
      subject: '你的 {app} 钱包的密钥更改已撤销',
      body: '你的钱包恢复为更改密钥之前的打开方式。所有设备都已退出登录；请在你的设备上重新登录。',
    },
    newWalletCode: {
      subject: '你在 {app} 启用新钱包的验证码',
      body: '有设备请求为你的登录启用一个新的空钱包。这不会打开你的钱包 {address}：它保持不变，只能在拥有它的设备上打开。要继续，请在下面的设备上输入此验证码。',
    },
    loginMoved: {
      subject: '你在 {app} 的登录有了新钱包',
      body: '从现在起，用你的登录方式登录的新设备会得到一个新的空钱包。你的钱包 {address} 没有改变：它可在每台拥有它的设备上打开。{days} 天内你可以在此恢复。',
      action: '恢复',
    },
    loginReturned: {
      subject: '你在 {app} 的登录重新指向之前的钱包',
      body: '用你的登录方式登录的新设备会重新得到之前的钱包。没有任何钱包被更改，每个钱包都可在拥有它的设备上打开。{days} 天内你可以在此撤销。',
      action: '撤销',
    },
    identityAdded: {
      subject: '你在 {app} 新增了一种登录方式',
      body: '已添加：{kind}。今后也可以用它登录你的账户。如果不是你添加的，请在钱包的“登录方式”中将其移除。',
    },
    identityRemoved: {
      subject: '你在 {app} 的一种登录方式已移除',
      body: '已移除：{kind}。它不能再登录你的账户，用它登录的设备均已退出。',
    },
  },
  codeLife: '验证码仅可使用一次，{minutes} 分钟内有效。',
  linkLife: '链接仅可使用一次，{minutes} 分钟内有效。',
  linkDays: '链接仅可使用一次，{days} 天内有效。',
  notYouCode: '如果不是你本人操作，请忽略此邮件，并且不要把验证码告诉任何人。{app} 的任何人都不会向你索要验证码。',
  notYouLink: '如果不是你本人操作，请不要打开链接。没有你的批准，该设备无法登录。',
  notYouNotice: '如果不是你本人操作，请立即保护你的邮箱，然后登录 {app} 并移除你不认识的设备。',
  footer: '此邮件因在 {app} 进行的操作而自动发送，回复不会被阅读。',
  kinds: {
    passkey: '通行密钥',
    backupCode: '备用码',
    password: '密码',
    mnemonic: '助记词',
    privateKey: '私钥',
    keystore: '加密的密钥文件',
    email: '邮箱地址',
  },
}
