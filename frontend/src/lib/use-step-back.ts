import { useNavigate } from 'react-router-dom';

/**
 * One step back in the browser's history, wherever it leads; a page without any, in a tab of its own, gives way to `home`.
 * @param home path of the page above this one
 */
export function useStepBack(home: string): () => void {
  const navigate = useNavigate();
  return () => {
    if (window.history.length > 1) navigate(-1);
    else navigate(home, { replace: true });
  };
}
