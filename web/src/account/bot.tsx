/* An account that is a bot: declaring it one, once and for good, and the token with which its program plays. */
import { useSignal } from '@preact/signals';
import { declareBot, newBotToken, reasonOf, revokeBotTokens, whoAmI } from '../api';
import { Button } from '../button';
import { me } from '../connection';
import { Dialog, Question } from '../dialog';
import { showToast } from '../menu';
import { RefusalAlert, type Reason } from '../refusal';
import { say } from '../words';

/* The token is shown once: the server keeps only its hash. */
function TokenDialog({ token, close }: { token: string; close: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(token).catch(() => undefined);
    showToast(say('bot.token.copied'));
  };
  return (
    <Dialog title={say('bot.token')} close={close}>
      <p>{say('bot.token.once')}</p>
      <input
        type="text"
        readOnly
        class="bot-token"
        aria-label={say('bot.token')}
        value={token}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="buttons">
        <button type="button" class="button act big" onClick={() => void copy()}>
          {say('bot.token.copy')}
        </button>
      </div>
    </Dialog>
  );
}

export function BotAccount() {
  const wrong = useSignal<Reason | null>(null);
  const asking = useSignal(false);
  const token = useSignal<string | null>(null);
  const attempt = async (action: () => Promise<void>) => {
    wrong.value = null;
    try {
      await action();
    } catch (error) {
      wrong.value = reasonOf(error);
    }
  };
  const declare = () =>
    attempt(async () => {
      asking.value = false;
      await declareBot();
      me.value = await whoAmI();
      showToast(say('bot.declared'));
    });
  const renew = () => attempt(async () => void (token.value = await newBotToken()));
  const revoke = () =>
    attempt(async () => {
      await revokeBotTokens();
      showToast(say('bot.revoked'));
    });
  const failed = <RefusalAlert why={wrong.value} />;
  if (!me.value?.bot)
    return (
      <details class="more">
        <summary>{say('bot.account')}</summary>
        <div class="me-form">
          <p class="soft">{say('bot.about')}</p>
          <Button icon="bot" label={say('bot.declare')} onClick={() => (asking.value = true)} />
          {failed}
        </div>
        {asking.value && (
          <Question
            title={say('bot.declare')}
            yes={say('bot.declare.yes')}
            no={say('account.cancel')}
            agree={() => void declare()}
            decline={() => (asking.value = false)}
          >
            <p>{say('bot.declare.sure')}</p>
          </Question>
        )}
      </details>
    );
  return (
    <section class="me-form">
      <h2>{say('bot.is')}</h2>
      <p class="soft">{say('bot.token.about')}</p>
      <div class="row">
        <Button icon="bot" label={say('bot.token.new')} onClick={() => void renew()} />
        <Button icon="close" label={say('bot.revoke')} kind="danger" onClick={() => void revoke()} />
      </div>
      {failed}
      {token.value && <TokenDialog token={token.value} close={() => (token.value = null)} />}
    </section>
  );
}
