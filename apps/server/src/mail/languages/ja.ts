import type { MailCatalogue } from './MailCatalogue.ts'

export const ja: MailCatalogue = {
  direction: 'ltr',
  labels: { app: 'アプリ', site: 'サイト', device: 'デバイス', time: '日時' },
  texts: {
    loginCode: {
      subject: '{app} のログインコード',
      body: '{app} にログインするには、このコードを入力してください。',
    },
    deviceLink: {
      subject: '{app} のデバイスを承認してください',
      body: 'あるデバイスがあなたのアドレスで {app} にログインしようとしています。リンクを開き、デバイスに表示されている 2 桁の数字を入力してください。',
      action: 'デバイスを確認',
    },
    stepUpCode: {
      subject: '{app} の確認コード',
      body: '{app} でご本人であることを確認するには、このコードを入力してください。',
    },
    emailChangeOldCode: {
      subject: '{app} のアドレス変更コード',
      body: 'このアドレスの代わりに {newEmail} でアカウントにログインできるようにするには、このコードを入力してください。',
    },
    emailChangeNewCode: {
      subject: '{app} の新しいアドレスを確認してください',
      body: '今後このアドレスで {app} にログインするには、このコードを入力してください。',
    },
    emailChanged: {
      subject: '{app} のアドレスが変更されました',
      body: '今後は {newEmail} で {app} にログインします。{hours} 時間以内であれば、ここから変更を取り消せます。その際、すべてのデバイスがログアウトされます。',
      action: '変更を取り消す',
    },
    passwordTried: {
      subject: '{app} のウォレットでパスワードが試されました',
      body: 'ウォレットのないデバイスが、パスワードでウォレットを開こうとしました。24時間で{limit}回のうち{count}回目の試行です。',
    },
    walletRecovered: {
      subject: '{app} のウォレットが新しいデバイスで開かれました',
      body: 'あなたのアカウントのウォレットが、これまで使われていなかったデバイスで開かれました。',
    },
    walletExported: {
      subject: '{app} のウォレットがエクスポートされました',
      body: 'エクスポートされたもの: {kind}。これを持つ人は、ウォレット内のすべてを使うことができます。',
    },
    walletExportedOffline: {
      subject: 'サーバーが応答しない間に {app} のウォレットがエクスポートされました',
      body: '下記のデバイスでエクスポートされたもの: {kind}。デバイスは当時サーバーに接続できず、今報告しています。これを持つ人は、ウォレット内のすべてを使うことができます。',
    },
    recoveryAdded: {
      subject: '{app} のウォレットに復元方法が追加されました',
      body: '追加: {kind}。新しいデバイスでウォレットを開くことができます。',
    },
    recoveryRemoved: {
      subject: '{app} のウォレットの復元方法が削除されました',
      body: '削除: {kind}。今後はウォレットを開くことができません。',
    },
    newDevice: {
      subject: '新しいデバイスが {app} にログインしました',
      body: 'アカウントがまだ知らないデバイスがログインしました。ご本人であれば何もする必要はありません。そうでない場合は、今すぐこのログインを終了してください。',
      action: 'このログインを終了する',
    },
    deviceRevoked: {
      subject: 'デバイスが {app} からログアウトされました',
      body: '下記のデバイスはログアウトされ、ウォレットを開けなくなりました。',
    },
    walletRotated: {
      subject: '{app} のウォレットが新しい鍵で保護されました',
      body: 'ウォレットの鍵が新しくなりました。ほかのデバイスは改めて追加する必要があります。アドレスと残高は変わりません。{days} 日以内であれば、ここから変更を取り消せます。その際、すべてのデバイスがログアウトされます。',
      action: '変更を取り消す',
    },
    walletRestored: {
      subject: '{app} のウォレットの鍵の変更が取り消されました',
      body: 'ウォレットは鍵を変更する前と同じように開きます。すべてのデバイスがログアウトされました。お使いのデバイスで改めてログインしてください。',
    },
    identityAdded: {
      subject: '{app} のログイン方法が追加されました',
      body: '追加: {kind}。今後はこの方法でもアカウントにログインできます。心当たりがない場合は、ウォレットの「ログイン方法」で削除してください。',
    },
    identityRemoved: {
      subject: '{app} のログイン方法が削除されました',
      body: '削除: {kind}。この方法ではアカウントにログインできなくなり、この方法でログインしていたデバイスはログアウトされました。',
    },
  },
  codeLife: 'コードは {minutes} 分間、1 回だけ有効です。',
  linkLife: 'リンクは {minutes} 分間、1 回だけ有効です。',
  linkDays: 'リンクは {days} 日間、1 回だけ有効です。',
  notYouCode:
    'お心当たりがない場合は、このメールを無視し、コードを誰にも教えないでください。{app} の担当者がコードを尋ねることはありません。',
  notYouLink:
    'お心当たりがない場合は、リンクを開かないでください。あなたの承認がなければ、デバイスはログインできません。',
  notYouNotice:
    'お心当たりがない場合は、すぐにメールボックスを保護し、{app} にログインして見覚えのないデバイスを削除してください。',
  footer: 'このメールは {app} での操作により自動送信されました。返信は確認されません。',
  kinds: {
    passkey: 'パスキー',
    backupCode: 'バックアップコード',
    password: 'パスワード',
    mnemonic: 'リカバリーフレーズ',
    privateKey: '秘密鍵',
    keystore: '暗号化された鍵ファイル',
    email: 'メールアドレス',
  },
}
