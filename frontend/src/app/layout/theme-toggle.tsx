import { Moon, Sun } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { selectTheme, themeChosen } from '../../entities/theme/slice.ts';
import { appTexts } from '../texts.ts';

export function ThemeToggle() {
  const theme = useSelector(selectTheme);
  const dispatch = useDispatch();
  const dark = theme === 'dark';
  const Icon = dark ? Sun : Moon;
  const label = dark ? appTexts.toLight : appTexts.toDark;
  return (
    <Button look="plain" size="icon" aria-label={label} onClick={() => dispatch(themeChosen(dark ? 'light' : 'dark'))}>
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}
