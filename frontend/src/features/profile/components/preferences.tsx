import type { OwnUser, Privacy } from '@nightshelf/contracts/users.ts';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Panel } from '../../../components/ui/page.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import { selectTheme, type Theme, themeChosen } from '../../../entities/theme/slice.ts';
import { areSingleKeysOn, setSingleKeys } from '../../../lib/single-keys.ts';
import { privacyChosen, selectProfile } from '../slice.ts';
import { profileTexts } from '../texts.ts';
import { HistoryChoice } from './history-choice.tsx';

const texts = profileTexts.preferences;
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function SingleKeys() {
  const [areOn, setOn] = useState(areSingleKeysOn);
  return (
    <SelectField
      label={texts.singleKeys}
      hint={texts.singleKeysHint}
      options={optionsOf(texts.singleKeysChoices)}
      value={areOn ? 'on' : 'off'}
      onChange={({ target }) => {
        setSingleKeys(target.value === 'on');
        setOn(areSingleKeysOn());
      }}
    />
  );
}

/** Theme and keys, stored in this browser, and privacy, stored on the server. */
export function Preferences({ user }: { readonly user: OwnUser }) {
  const dispatch = useDispatch();
  const isOffline = useSelector(selectIsOffline);
  const theme = useSelector(selectTheme);
  const { chosenPrivacy } = useSelector(selectProfile);
  const privacy = chosenPrivacy ?? user.privacy;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-5">
        <SelectField
          label={texts.theme}
          options={optionsOf(texts.themes)}
          value={theme}
          onChange={({ target }) => dispatch(themeChosen(target.value as Theme))}
        />
        <SingleKeys />
        {!isOffline && (
          <SelectField
            label={texts.privacy}
            options={optionsOf(texts.privacies)}
            hint={texts.privacyHints[privacy]}
            value={privacy}
            onChange={({ target }) => dispatch(privacyChosen(target.value as Privacy))}
          />
        )}
        {!isOffline && <HistoryChoice />}
      </div>
    </Panel>
  );
}
